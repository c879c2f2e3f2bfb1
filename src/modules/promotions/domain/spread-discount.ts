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
  const shares: bigint[] = [];
  const remainders: { position: number; remainder: bigint }[] = [];
  let left = discount;
  for (const [position, weight] of weights.entries()) {
    const product = discount * weight;
    const share = product / total;
    shares.push(share);
    left -= share;
    const remainder = product - share * total;
    if (remainder > 0n) remainders.push({ position, remainder });
  }
  return left === 0n ? shares : giveLeftover(shares, remainders, Number(left));
}

function giveLeftover(
  shares: bigint[],
  remainders: { position: number; remainder: bigint }[],
  leftover: number,
): bigint[] {
  remainders.sort((a, b) =>
    a.remainder === b.remainder ? a.position - b.position : a.remainder > b.remainder ? -1 : 1,
  );
  for (const { position } of remainders.slice(0, leftover)) shares[position] = (shares[position] ?? 0n) + 1n;
  return shares;
}
