import { itemsOf, itemsText } from './preview-lines';

describe('the lines of a preview in the address', () => {
  const lines = [
    { id: '890123456789012345', title: 'Mug, 0.3 l & lid', price: 6.5, quantity: 3, tax_rate: 20 },
    { price: 10, quantity: 1, tax_rate: 0 },
    { price: 12, quantity: 1 },
    { id: '890123456789012345', price: 3, quantity: 2 },
    { sku: 'TEA-1', title: 'Earl Grey', price: 0, quantity: 2, tax_rate: 7.5 },
  ];

  it('are read as they were written', () => {
    expect(itemsOf(itemsText(lines))).toEqual(lines);
    expect(itemsOf(itemsText([]))).toEqual([]);
  });

  it('keep their number when a title has the signs between them', () => {
    expect(itemsOf(itemsText([{ title: 'A|B~C', price: 1, quantity: 1, tax_rate: 0 }, ...lines]))).toEqual([
      { title: 'A B C', price: 1, quantity: 1, tax_rate: 0 },
      ...lines,
    ]);
  });

  it.each(['', 'x', '1', '0~1', '1.5~1', '1~-1', '1~1~x', '1~Infinity', '~1'])('are none in %j', (text) => {
    expect(itemsOf(text)).toEqual([]);
  });

  it('are left out of an address that would be too long', () => {
    expect(itemsText(Array.from({ length: 200 }, () => lines[0] ?? { price: 0, quantity: 1, tax_rate: 0 }))).toBe('');
  });
});
