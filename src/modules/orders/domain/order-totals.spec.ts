import { type MoneyFormat, parseAmount, type RoundingMode } from '../../../kernel/money';
import { inDefault } from './in-default';
import { itemTax, type LineTaxing, orderTotals, type StatedLine, statedLine } from './order-totals';

const amount = parseAmount;
const taxing = (
  pricesIncludeTax: boolean | null,
  code = 'GBP',
  rounding_mode: RoundingMode = 'half_up',
): LineTaxing => ({ pricesIncludeTax, currency: { data: { code, rounding_mode } } });

/** @param text `3 × 9.99 at 20` */
function lineOf(text: string): StatedLine {
  const [, quantity = '', price = '', taxRate = ''] = /^(\d+) × ([\d.]+) at ([\d.]+)$/.exec(text) ?? [];
  return { price: amount(price), quantity: Number(quantity), taxRate };
}

describe('the totals of an order (interface.md)', () => {
  const pounds: MoneyFormat = {
    code: 'GBP',
    format: '£{price}',
    decimalPoint: '.',
    thousandPoint: ',',
    roundingMode: 'half_up',
  };
  const amounts = {
    subtotal: amount('1234.565'),
    total: amount('1500.1234'),
    shippingPrice: amount('0.005'),
    tax: amount('250'),
    rounding: amount('-0.02'),
  };

  it('are shown formatted, rounded and as they are', () => {
    expect(orderTotals(amounts, pounds)).toEqual({
      formatted: {
        subtotal: '£1,234.57',
        total: '£1,500.12',
        shipping_price: '£0.01',
        tax: '£250.00',
        rounding: '-£0.02',
      },
      rounded: { subtotal: 1234.57, total: 1500.12, shipping_price: 0.01, tax: 250, rounding: -0.02 },
      raw: { subtotal: 1234.565, total: 1500.1234, shipping_price: 0.005, tax: 250, rounding: -0.02 },
    });
  });

  it('are rounded as their currency rounds (promotions.md 2)', () => {
    expect(orderTotals(amounts, { ...pounds, roundingMode: 'half_even' }).rounded).toEqual({
      ...{ subtotal: 1234.56, total: 1500.12, shipping_price: 0, tax: 250, rounding: -0.02 },
    });
    expect(orderTotals(amounts, { ...pounds, code: 'JPY', format: '¥{price}' })).toEqual({
      formatted: { subtotal: '¥1,235', total: '¥1,500', shipping_price: '¥0', tax: '¥250', rounding: '¥0' },
      rounded: { subtotal: 1235, total: 1500, shipping_price: 0, tax: 250, rounding: 0 },
      raw: { subtotal: 1234.565, total: 1500.1234, shipping_price: 0.005, tax: 250, rounding: -0.02 },
    });
  });
});

describe('a line of a stated order', () => {
  it.each<[string, string, LineTaxing, [string, string, string]]>([
    ['without its tax', '3 × 9.99 at 20', taxing(false), ['29.97', '5.99', '35.96']],
    ['as before orders said which', '3 × 9.99 at 20', taxing(null), ['29.97', '5.99', '35.96']],
    ['with its tax', '3 × 9.99 at 20', taxing(true), ['24.97', '5', '29.97']],
    ['with a tax of decimals', '1 × 10 at 17.5', taxing(true), ['8.51', '1.49', '10']],
    ['without tax at all', '2 × 10 at 0', taxing(true), ['20', '0', '20']],
    ['in a currency without decimals', '2 × 100.4 at 10', taxing(false, 'JPY'), ['201', '20', '221']],
    ['with tax in a currency without decimals', '1 × 110 at 10', taxing(true, 'JPY'), ['100', '10', '110']],
    ['with tax in a currency of three decimals', '1 × 1.1 at 7', taxing(true, 'KWD'), ['1.028', '0.072', '1.1']],
    ['at half a penny, rounded up', '1 × 0.025 at 0', taxing(false), ['0.03', '0', '0.03']],
    ['at half a penny, rounded to even', '1 × 0.025 at 0', taxing(false, 'GBP', 'half_even'), ['0.02', '0', '0.02']],
    ['with half a penny of tax, rounded up', '1 × 0.06 at 300', taxing(true), ['0.01', '0.05', '0.06']],
    [
      'with half a penny of tax, to even',
      '1 × 0.06 at 300',
      taxing(true, 'GBP', 'half_even'),
      ['0.02', '0.04', '0.06'],
    ],
  ])('is priced %s: %s', (_, line, order, money) => {
    const [net, tax, total] = money.map(amount);
    expect(statedLine(lineOf(line), order)).toEqual({ net, tax, total });
  });

  it.each([
    ['9.99', 3, '20', 'GBP', 'half_up', '5.99'],
    ['2.5', 1, '1', 'GBP', 'half_up', '0.03'],
    ['2.5', 1, '1', 'GBP', 'half_even', '0.02'],
    ['25', 1, '10', 'JPY', 'half_up', '3'],
    ['1', 1, '8.875', 'KWD', 'half_up', '0.089'],
    ['1', 5, '0', 'GBP', 'half_up', '0'],
  ] as const)('of %s × %d at %s %% has tax in %s, %s', (price, quantity, rate, code, rounding_mode, tax) => {
    expect(itemTax(amount(price), quantity, rate, { code, rounding_mode })).toBe(amount(tax));
  });
});

describe('an amount in the default currency', () => {
  it.each([
    ['16.5', '1.65', '10'],
    ['10', '3', '3.3333'],
    ['20', '3', '6.6667'],
    ['-20', '3', '-6.6667'],
    ['10', '1', '10'],
    ['10', '0', '0'],
    ['0', '1.65', '0'],
  ])('of %s at a rate of %s is %s', (text, rate, expected) => {
    expect(inDefault(amount(text), rate)).toBe(amount(expected));
  });
});
