import { currencyPreview } from './amount-preview';

describe('the preview of a currency', () => {
  const shown = (more: Record<string, string>) =>
    currencyPreview({ code: 'EUR', decimal_point: '.', thousand_point: ',', ...more }, 1234.5);

  it('writes an amount as the form says', () => {
    expect(shown({ format: '{price} €', decimal_point: ',', thousand_point: '.' })).toBe('1.234,50 €');
    expect(shown({ code: 'jpy', format: '¥{price}' })).toBe('¥1,235');
  });

  it('takes the defaults of what is empty, and waits for a place for the amount', () => {
    expect(shown({ format: '€{price}', decimal_point: '', thousand_point: '' })).toBe('€1,234.50');
    expect(shown({ format: '€' })).toBeUndefined();
  });
});
