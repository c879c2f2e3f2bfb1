import { changedDays, changedObjects, ofCustomer, ofOrder } from './contributions';
import { NONE } from './figures';

describe('what objects add to days', () => {
  const order = {
    id: '1',
    day: '2026-01-31',
    cameToNothing: false,
    total: 100n,
    captured: 90n,
    refunded: 30n,
    inDefault: (amount: bigint) => amount * 2n,
  };
  const of = (day: string, figures: object) => ({
    object: 'order',
    objectId: '1',
    day,
    figures: { ...NONE, ...figures },
  });

  it('an order counts on its day, money on the day it moved', () => {
    const moves = [
      { day: '2026-02-01', captured: 90n, refunded: 0n },
      { day: '2026-02-02', captured: 0n, refunded: 10n },
      { day: '2026-02-02', captured: 0n, refunded: 20n },
    ];
    expect(ofOrder(order, moves)).toEqual([
      of('2026-02-01', { captured: 180n }),
      of('2026-02-02', { refunded: 60n }),
      of('2026-01-31', { orders: 1n, total: 200n }),
    ]);
  });

  it('money without a row in the ledger counts on the day of the order', () => {
    const moves = [{ day: '2026-02-01', captured: 90n, refunded: 0n }];
    expect(ofOrder({ ...order, cameToNothing: true }, moves)).toEqual([
      of('2026-02-01', { captured: 180n }),
      of('2026-01-31', { cancelled: 1n, refunded: 60n }),
    ]);
  });

  it('a customer counts once', () => {
    const figures = { ...NONE, customers: 1n };
    expect(ofCustomer(order)).toEqual({ object: 'customer', objectId: '1', day: '2026-01-31', figures });
  });

  it('changes days by the difference, and no day that stays as it was', () => {
    const before = [of('a', { orders: 1n, total: 5n }), of('b', { total: 7n })].map((one) => ({ ...one }) as never);
    const after = [of('a', { cancelled: 1n }), of('b', { total: 7n }), of('c', { total: 1n })] as never[];
    expect(changedDays(before, after)).toEqual(
      new Map([
        ['a', { ...NONE, orders: -1n, cancelled: 1n, total: -5n }],
        ['c', { ...NONE, total: 1n }],
      ]),
    );
  });

  it('tells objects that changed, also those whose days come to the same', () => {
    const one = (objectId: string, total: bigint) => ({ ...of('a', { total }), objectId }) as never;
    expect(
      changedObjects([one('1', 1n), one('2', 2n), one('3', 3n)], [one('2', 1n), one('1', 2n), one('3', 3n)]),
    ).toEqual({ order: ['1', '2'], customer: [] });
    expect(changedObjects([one('1', 1n)], [])).toEqual({ order: ['1'], customer: [] });
  });
});
