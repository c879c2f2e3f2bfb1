import { aCart, aLine } from '../../../../test/builders/promotion-engine.builder';
import { parseAmount } from '../../../kernel/money';
import { type CartSnapshot } from './cart-snapshot';
import { OrderMoney } from './order-money';
import { priceCart } from './price-cart';

const price = (cart: CartSnapshot) => priceCart(cart, new OrderMoney(cart.currency));
const DOLLAR = { code: 'USD', exchangeRate: '1.65' };

describe('promotions.md 3: the price of a cart before discounts', () => {
  it('is the base of each line, rounded once, and of shipping', () => {
    const shipping = { id: '7', price: parseAmount('4.5') };
    expect(price(aCart([aLine('0.333', 3), aLine('0', 2)], { currency: DOLLAR, shipping }))).toEqual({
      lines: [165n, 0n],
      quantities: [3n, 2n],
      shipping: 743n,
    });
  });

  it('is nothing for shipping that is not chosen or free', () => {
    expect(price(aCart([]))).toEqual({ lines: [], quantities: [], shipping: 0n });
    expect(price(aCart([], { shipping: null })).shipping).toBe(0n);
    expect(price(aCart([], { shipping: { price: 0n } })).shipping).toBe(0n);
  });

  it('is the converted price where there is one, of shipping too', () => {
    const converted = aLine('10', 2, { convertedPrice: parseAmount('16.99') });
    const free = aLine('10', 2, { convertedPrice: 0n });
    const none = aLine('10', 2, { convertedPrice: null });
    const shipping = { price: parseAmount('5'), convertedPrice: parseAmount('7.99') };
    expect(price(aCart([converted, free, none], { currency: DOLLAR, shipping }))).toEqual({
      lines: [3398n, 0n, 3300n],
      quantities: [2n, 2n, 2n],
      shipping: 799n,
    });
  });

  it.each([
    ['a price must not be negative', [aLine('-0.0001')], {}],
    ['a price must not be negative', [aLine('1', 1, { convertedPrice: -1n })], {}],
    ['a price must not be negative', [], { shipping: { price: -1n } }],
    ['a price must not be negative', [], { shipping: { price: 1n, convertedPrice: -1n } }],
    ['quantity must be a whole number above 0', [aLine('1', 0)], {}],
    ['quantity must be a whole number above 0', [aLine('1', -1)], {}],
    ['quantity must be a whole number above 0', [aLine('1', 1.5)], {}],
    ['quantity must be a whole number above 0', [aLine('1', 2 ** 53)], {}],
    ['quantity must be a whole number above 0', [aLine('1', Number.NaN)], {}],
  ])('%s', (message, lines, more: Partial<CartSnapshot>) => {
    expect(() => price(aCart(lines, more))).toThrow(new RangeError(message));
  });
});
