import { type Order } from './order';
import { unitsOf } from './units';

const MUG = { sku: 'MUG', title: 'Mug', quantity: 3 };
const UNTOUCHED = { sku: 'MUG', title: 'Mug', sold: 3, refunded: 0, shipped: 0, left: 3 };

const refund = (fields: object) => ({ method: 'refund', status: 'succeeded', restock: true, items: null, ...fields });
const mugs = (quantity: number) => [{ sku: 'MUG', quantity }];

describe('the units of a line (orders-that-stay-true.md 35)', () => {
  it.each<[string, object, object]>([
    ['nothing happened to', {}, {}],
    [
      'were shipped',
      { shipments: [{ items: mugs(2) }, { items: [{ sku: 'TEA', quantity: 1 }] }] },
      { shipped: 2, left: 1 },
    ],
    ['came back', { payments: [refund({ items: mugs(1) })] }, { refunded: 1, left: 2 }],
    ['the customer keeps', { payments: [refund({ items: mugs(1), restock: false })] }, { refunded: 1 }],
    ['are about to come back', { payments: [refund({ items: mugs(1), status: 'pending' })] }, { refunded: 1, left: 2 }],
    ['a gateway refused to refund', { payments: [refund({ items: mugs(1), status: 'declined' })] }, {}],
    ['all came back', { payments: [refund({ items: mugs(1) }), refund({})] }, { refunded: 3, left: 0 }],
    ['an amount was refunded for', { payments: [refund({ restock: false })] }, {}],
    [
      'were shipped, and the rest came back',
      { shipments: [{ items: mugs(2) }], payments: [refund({ items: mugs(1) })] },
      { refunded: 1, shipped: 2, left: 0 },
    ],
    ['were paid for', { payments: [{ method: 'purchase', status: 'succeeded', restock: null, items: null }] }, {}],
  ])('that %s', (_, parts, changed) => {
    expect(unitsOf({ items: [MUG], ...parts } as unknown as Order)).toEqual([{ ...UNTOUCHED, ...changed }]);
  });
});
