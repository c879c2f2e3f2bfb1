import { type PackedTally, Tally } from './tally';

const outcome = (then: bigint, test: bigint) => ({
  orderId: '1',
  at: new Date('2031-03-01T10:00:00Z'),
  discount: { then: 0n, test: 0n },
  revenue: { then, test },
  applied: new Map(),
  others: { then: 3n, test: 1n },
  isOther: true,
});

describe('what customers would have paid (promotions-at-scale.md 10)', () => {
  it('orders with another total are counted, over pauses', () => {
    const first = new Tally(null, 0);
    for (const test of [9n, 10n, 11n]) first.add(outcome(10n, test));
    const second = new Tally(JSON.parse(JSON.stringify(first.pack())) as PackedTally, 0);
    second.add(outcome(10n, 8n));
    expect([first.pack().paid, second.pack().paid]).toEqual([
      [1, 1],
      [2, 1],
    ]);
    expect([first.pack().beside, second.pack().beside]).toEqual([
      [1, '9', '3'],
      [1, '12', '4'],
    ]);
  });

  it('they are not counted in a back-test that began without', () => {
    const { paid: _, beside: _beside, ...packed } = new Tally(null, 0).pack();
    const tally = new Tally(packed, 0);
    tally.add(outcome(10n, 8n));
    expect(tally.pack()).not.toHaveProperty('paid');
    expect(tally.pack()).not.toHaveProperty('beside');
  });
});
