import { type Order } from './order';
import { type LineUnits, placeOf, refundedWithoutItems, unitsOf } from './units';

const MUG = { sku: 'MUG', title: 'Mug', quantity: 3, to_ship: 3 };
const UNTOUCHED = { sku: 'MUG', title: 'Mug', sold: 3, refunded: 0, shipped: 0, toShip: 3, withRefunded: 3 };

const refund = (fields: object) => ({ method: 'refund', status: 'succeeded', restock: true, items: null, ...fields });
const mugs = (quantity: number) => [{ sku: 'MUG', quantity }];

describe('the units of a line (orders-and-payments.md 35)', () => {
  it.each<[string, object, object, number]>([
    ['nothing happened to', {}, {}, 3],
    [
      'were shipped',
      { shipments: [{ items: mugs(2) }, { items: [{ sku: 'TEA', quantity: 1 }] }] },
      { shipped: 2, withRefunded: 1 },
      1,
    ],
    ['came back', { payments: [refund({ items: mugs(1) })] }, { refunded: 1, withRefunded: 2 }, 2],
    ['the customer keeps', { payments: [refund({ items: mugs(1), restock: false })] }, { refunded: 1 }, 2],
    [
      'are about to come back',
      { payments: [refund({ items: mugs(1), status: 'pending' })] },
      { refunded: 1, withRefunded: 2 },
      2,
    ],
    ['a gateway refused to refund', { payments: [refund({ items: mugs(1), status: 'declined' })] }, {}, 3],
    ['all came back', { payments: [refund({ items: mugs(1) }), refund({})] }, { refunded: 3, withRefunded: 0 }, 0],
    ['an amount was refunded for', { payments: [refund({ restock: false })] }, {}, 3],
    [
      'were shipped, and came back before an edit added one',
      { shipments: [{ items: mugs(2) }], payments: [refund({ items: mugs(2) })] },
      { refunded: 2, shipped: 2, withRefunded: 1 },
      1,
    ],
    ['were paid for', { payments: [{ method: 'purchase', status: 'succeeded', restock: null, items: null }] }, {}, 3],
  ])('that %s', (_, parts, changed, toShip) => {
    const items = [{ ...MUG, to_ship: toShip }];
    expect(unitsOf({ items, ...parts } as unknown as Order)).toEqual([{ ...UNTOUCHED, toShip, ...changed }]);
  });
});

describe('money that was refunded without items', () => {
  it('is that of amounts, not that of items, of shipping, of all goods or of what was declined', () => {
    const payments = [
      refund({ amount: 0.1, restock: false }),
      refund({ amount: 0.2, restock: false }),
      refund({ amount: 4, restock: false, items: mugs(1) }),
      refund({ amount: 5, restock: false, items: [], shipping: true }),
      refund({ amount: 8, restock: true }),
      refund({ amount: 16, restock: false, status: 'declined' }),
      { method: 'purchase', status: 'succeeded', amount: 32, restock: null, items: null },
    ];
    expect(refundedWithoutItems({ payments } as unknown as Order)).toBe(0.3);
    expect(refundedWithoutItems({})).toBe(0);
  });
});

describe('the place of units that are about to be refunded', () => {
  const line = (sku: string, shipped: number, refunded = 0): LineUnits => ({
    ...{ sku, title: sku, sold: 3, shipped, refunded, toShip: 3 - shipped, withRefunded: 3 - shipped },
  });
  it.each<[LineUnits[], Record<string, number> | undefined, string]>([
    [[line('MUG', 0), line('TEA', 3)], { MUG: 2 }, 'here'],
    [[line('MUG', 0), line('TEA', 3)], { TEA: 3, MUG: 0 }, 'shipped'],
    [[line('MUG', 1)], { MUG: 2 }, 'some'],
    [[line('MUG', 0), line('TEA', 3)], { MUG: 1, TEA: 1 }, 'some'],
    [[line('MUG', 0), line('TEA', 3)], undefined, 'some'],
    [[line('MUG', 0), line('TEA', 3, 3)], undefined, 'here'],
    [[line('MUG', 3)], undefined, 'shipped'],
    [[line('MUG', 3)], {}, 'here'],
  ])('of %j, of which %j are chosen, is %s', (lines, wanted, place) => {
    expect(placeOf(lines, wanted)).toBe(place);
  });
});
