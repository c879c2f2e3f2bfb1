import { editTexts } from './edit-texts';

const money = (amount: number): string => `£${amount.toFixed(2)}`;
const side = {
  currency_code: 'GBP',
  subtotal: 108,
  shipping_price: 5,
  tax: 21.6,
  total: 134.6,
  shipping: 'Post',
  items: [],
};
const tea = { sku: 'TEA', title: 'Tea', quantity: 2, price: 10, tax_rate: 20 };
const mug = { sku: 'MUG', title: 'Mug', quantity: 3, price: 4, tax_rate: 20 };

describe('what an edit changed', () => {
  it('is its total, its shipping and its lines, before and after', () => {
    const before = { ...side, items: [tea, mug] };
    const pen = { ...mug, sku: 'PEN', title: 'Pen', quantity: 1 };
    const items = [{ ...tea, quantity: 1 }, pen];
    const after = { ...side, total: 112.92, shipping: null, shipping_price: 0, items };
    expect(editTexts({ before, after }, money)).toEqual([
      'Total £134.60 → £112.92',
      'Shipping Post £5.00 → none £0.00',
      'Tea 2 × £10.00 → 1 × £10.00',
      'Mug 3 × £4.00 → none',
      'Pen none → 1 × £4.00',
    ]);
  });

  it('leaves out shipping that stays, and says what has another title only', () => {
    const items = [{ ...tea, title: 'Green tea' }];
    expect(editTexts({ before: { ...side, items: [tea] }, after: { ...side, items } }, money)).toEqual([
      'Total £134.60',
      'Green tea 2 × £10.00',
    ]);
  });

  it('is nothing for a change of the status', () => {
    expect(editTexts({ before: null, after: null }, money)).toBeUndefined();
  });
});
