/**
 * Splits a discount over lines by largest remainder (promotions.md 26): the floor of each proportional share, then one
 * minor unit each to the largest remainders, ties to the earlier line. The shares add up to the discount exactly and
 * none exceeds its weight.
 * @param discount minor units, at most the sum of the weights
 * @param weights minor units, not negative
 */
export function spreadDiscount(discount: bigint, weights: readonly bigint[]): bigint[] {
  let total = 0n;
  for (const weight of weights) total += weight;
  if (discount === total) return [...weights];
  if (discount === 0n) return weights.map(() => 0n);
  const remainders: bigint[] = [];
  let left = discount;
  const shares = weights.map((weight) => {
    const product = discount * weight;
    const share = product / total;
    remainders.push(product - share * total);
    left -= share;
    return share;
  });
  return left === 0n ? shares : giveLeftover(shares, remainders, Number(left));
}

/** The leftover is smaller than the number of lines with a remainder, so nobody gets two. */
function giveLeftover(shares: bigint[], remainders: readonly bigint[], leftover: number): bigint[] {
  const positions = remainders.map((_, i) => i);
  positions.sort((a, b) => compare(remainders[b] ?? 0n, remainders[a] ?? 0n) || a - b);
  for (const position of positions.slice(0, leftover)) shares[position] = (shares[position] ?? 0n) + 1n;
  return shares;
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : Number(a > b);
}
