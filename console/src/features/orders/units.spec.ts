import { type Order } from './order';
import { type LineUnits, placeOf, refundedWithoutItems, unitsOf } from './units';

const MUG = { sku: 'MUG', title: 'Mug', quantity: 3 };
const UNTOUCHED = { sku: 'MUG', title: 'Mug', sold: 3, refunded: 0, shipped: 0, left: 3, toShip: 3 };

const refund = (fields: object) => ({ method: 'refund', status: 'succeeded', restock: true, items: null, ...fields });
const mugs = (quantity: number) => [{ sku: 'MUG', quantity }];

describe('the units of a line (orders-that-stay-true.md 35)', () => {
  it.each<[string, object, object]>([
    ['nothing happened to', {}, {}],
    [
      'were shipped',
      { shipments: [{ items: mugs(2) }, { items: [{ sku: 'TEA', quantity: 1 }] }] },
      { shipped: 2, left: 1, toShip: 1 },
    ],
    ['came back', { payments: [refund({ items: mugs(1) })] }, { refunded: 1, left: 2, toShip: 2 }],
    ['the customer keeps', { payments: [refund({ items: mugs(1), restock: false })] }, { refunded: 1, toShip: 2 }],
    [
      'are about to come back',
      { payments: [refund({ items: mugs(1), status: 'pending' })] },
      { refunded: 1, left: 2, toShip: 2 },
    ],
    ['a gateway refused to refund', { payments: [refund({ items: mugs(1), status: 'declined' })] }, {}],
    ['all came back', { payments: [refund({ items: mugs(1) }), refund({})] }, { refunded: 3, left: 0, toShip: 0 }],
    ['an amount was refunded for', { payments: [refund({ restock: false })] }, {}],
    [
      'were shipped, and the rest came back',
      { shipments: [{ items: mugs(2) }], payments: [refund({ items: mugs(1) })] },
      { refunded: 1, shipped: 2, left: 0, toShip: 0 },
    ],
    [
      'the customer keeps of those shipped',
      {
        shipments: [{ items: mugs(2), created_at: '2026-01-01' }],
        payments: [refund({ items: mugs(1), restock: false, created_at: '2026-01-02' })],
      },
      { refunded: 1, shipped: 2, left: 1, toShip: 1 },
    ],
    [
      'were refunded before the others went out',
      {
        shipments: [{ items: mugs(2), created_at: '2026-01-02' }],
        payments: [refund({ items: mugs(1), restock: false, created_at: '2026-01-01' })],
      },
      { refunded: 1, shipped: 2, left: 1, toShip: 0 },
    ],
    ['were paid for', { payments: [{ method: 'purchase', status: 'succeeded', restock: null, items: null }] }, {}],
  ])('that %s', (_, parts, changed) => {
    expect(unitsOf({ items: [MUG], ...parts } as unknown as Order)).toEqual([{ ...UNTOUCHED, ...changed }]);
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
    ...{ sku, title: sku, sold: 3, shipped, refunded, left: 3 - shipped, toShip: 3 - shipped },
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
