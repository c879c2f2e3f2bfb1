import { sumOf } from './actions/promotion-action';

/**
 * Splits a discount over lines by largest remainder (promotions.md 26): the floor of each proportional share, then one
 * minor unit each to the largest remainders, ties to the earlier line. The shares add up to the discount exactly and
 * none exceeds its weight.
 * @param discount minor units, at most the sum of the weights
 * @param weights minor units, not negative
 */
export function spreadDiscount(discount: bigint, weights: readonly bigint[]): bigint[] {
  const total = sumOf(weights);
  if (discount === total) return [...weights];
  if (discount === 0n) return weights.map(() => 0n);
  const shares = new Array<bigint>(weights.length);
  const remainders = holderOf(weights.length, total);
  let leftover = discount;
  for (let line = 0; line < weights.length; line++) {
    const product = discount * (weights[line] ?? 0n);
    const share = product / total;
    shares[line] = share;
    remainders[line] = product - share * total;
    leftover -= share;
  }
  if (leftover > 0n) giveLeftover(shares, remainders, Number(leftover));
  return shares;
}

type Remainders = bigint[] | BigUint64Array;

/** Numbers of 64 bits are below this. */
const BEYOND_WORDS = 1n << 64n;

/** Remainders are below the total: where that is a machine word they are held, and sorted, as such, several times as fast. */
function holderOf(lines: number, total: bigint): Remainders {
  return total <= BEYOND_WORDS ? new BigUint64Array(lines) : new Array<bigint>(lines);
}

/** The leftover is smaller than the number of lines with a remainder, so nobody gets two. */
function giveLeftover(shares: bigint[], remainders: Remainders, leftover: number): void {
  const least = ascending(remainders)[remainders.length - leftover] ?? 0n;
  let ties = leftover - countAbove(remainders, least);
  for (let line = 0; line < shares.length; line++) {
    const remainder = remainders[line] ?? 0n;
    if (remainder < least || (remainder === least && ties-- <= 0)) continue;
    shares[line] = (shares[line] ?? 0n) + 1n;
  }
}

function countAbove(remainders: Remainders, least: bigint): number {
  let count = 0;
  for (let line = 0; line < remainders.length; line++) if ((remainders[line] ?? 0n) > least) count++;
  return count;
}

function ascending(remainders: Remainders): Remainders {
  if (remainders instanceof BigUint64Array) return remainders.slice().sort();
  return [...remainders].sort((a, b) => (a < b ? -1 : Number(a > b)));
}
