import * as fc from 'fast-check';
import { spreadDiscount } from './spread-discount';

/** Largest remainder as promotions.md 26 has it, said as plainly as can be. */
function plainly(discount: bigint, weights: readonly bigint[]): bigint[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  if (total === 0n) return weights.map(() => 0n);
  const parts = weights.map((weight, line) => ({
    line,
    share: (discount * weight) / total,
    remainder: (discount * weight) % total,
  }));
  const leftover = Number(discount - parts.reduce((sum, { share }) => sum + share, 0n));
  const first = [...parts]
    .sort((a, b) => (a.remainder === b.remainder ? a.line - b.line : a.remainder > b.remainder ? -1 : 1))
    .slice(0, leftover)
    .map(({ line }) => line);
  return parts.map(({ share, line }) => (first.includes(line) ? share + 1n : share));
}

describe('a spread (promotions.md 26)', () => {
  it.each<[bigint, bigint[], bigint[]]>([
    [10n, [1n, 1n, 1n], [4n, 3n, 3n]],
    [2n, [5n, 5n, 5n, 5n], [1n, 1n, 0n, 0n]],
    [3n, [0n, 7n, 0n], [0n, 3n, 0n]],
    [7n, [1n, 5n, 1n], [1n, 5n, 1n]],
    [0n, [4n, 4n], [0n, 0n]],
    [1n, [1n, 2n, 2n], [0n, 1n, 0n]],
    [0n, [], []],
  ])('of %d over %j is %j', (discount, weights, shares) => {
    expect(spreadDiscount(discount, weights)).toEqual(shares);
  });

  // 64 bits hold less than 18.5 quintillion: on both sides of that, and at it, the shares are the same.
  const scale = fc.constantFrom(1n, 100n, 1_000_003n, (1n << 63n) - 25n, 1n << 64n, 10n ** 30n);
  const weights = fc.array(fc.bigInt({ min: 0n, max: 40n }), { minLength: 1, maxLength: 12 });

  it('adds up, exceeds no weight and gives the leftover to the largest remainders, at any size', () => {
    fc.assert(
      fc.property(weights, scale, fc.nat(1_000_000), fc.bigInt({ min: 0n, max: 12n }), (small, factor, part, extra) => {
        const large = small.map((weight, i) => weight * factor + (weight === 0n ? 0n : (extra * BigInt(i)) % 7n));
        const total = large.reduce((sum, weight) => sum + weight, 0n);
        const discount = (total * BigInt(part)) / 1_000_000n;
        const shares = spreadDiscount(discount, large);
        expect(shares).toEqual(plainly(discount, large));
        expect(shares.every((share, i) => share >= 0n && share <= (large[i] ?? 0n))).toBe(true);
        expect(shares.reduce((sum, share) => sum + share, 0n)).toBe(discount);
      }),
      { numRuns: 5000 },
    );
  });
});
