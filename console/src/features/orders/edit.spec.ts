import { editBody, type EditChoice, isWrongEdit } from './edit';
import { type OrderItem } from './order';

const ITEMS = [{ sku: 'A', title: 'Mug', quantity: 2 }] as unknown as OrderItem[];
const LINE = { sku: 'A', title: 'Mug', quantity: 2, price: '', isNew: false, modifier: {} };
const UNCHANGED: EditChoice = { lines: [LINE], shipping: '7', shippingPrice: '' };

describe('the request for an edit', () => {
  it.each<[Partial<EditChoice>, object]>([
    [{}, {}],
    [{ lines: [{ ...LINE, quantity: 0 }] }, { items: [{ sku: 'A', quantity: 0 }] }],
    [{ lines: [{ ...LINE, price: '3.5' }] }, { items: [{ sku: 'A', quantity: 2, price: 3.5 }] }],
    [{ lines: [{ ...LINE, price: '30,50' }] }, { items: [{ sku: 'A', quantity: 2, price: 30.5 }] }],
    [{ lines: [LINE, { ...LINE, sku: 'B', isNew: true }] }, { items: [{ sku: 'B', quantity: 2 }] }],
    [{ lines: [LINE, { ...LINE, sku: '', isNew: true }] }, {}],
    [
      { lines: [LINE, { ...LINE, isNew: true, modifier: { '1': '2', '3': '' } }] },
      { items: [{ sku: 'A', modifier: { '1': '2' }, quantity: 2 }] },
    ],
    [{ shipping: '' }, { shipping: '' }],
    [{ shippingPrice: '0' }, { shipping_price: 0 }],
    [{ shippingPrice: ' 4,5 ' }, { shipping_price: 4.5 }],
  ])('of %j names only what differs from the order', (patch, body) => {
    expect(editBody(ITEMS, '7', { ...UNCHANGED, ...patch })).toEqual(body);
  });

  it.each<[Partial<EditChoice>, boolean]>([
    [{}, false],
    [{ lines: [{ ...LINE, price: '30,50' }], shippingPrice: '4.5' }, false],
    [{ lines: [LINE, { ...LINE, price: '£5' }] }, true],
    [{ shippingPrice: 'free' }, true],
  ])('of %j is held back for a price that is no number: %s', (patch, isWrong) => {
    expect(isWrongEdit({ ...UNCHANGED, ...patch })).toBe(isWrong);
  });
});
