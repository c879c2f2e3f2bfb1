import { parseAmount } from '../../../kernel/money';
import { aCart, aLine, aPromotion } from '../../../../test/builders/promotion-engine.builder';
import { compilePromotions } from './compile-promotion';
import { type CartSnapshot } from './cart-snapshot';
import { discountTaxes } from './discount-tax';
import { evaluatePromotions } from './evaluate-promotions';

const TEN = { action: 'discount_by_percent', amount: '10', apply_to_shipping: 1, id: 1 };
const SUBTOTAL = { action: 'discount_subtotal_fixed', amount: '1', id: 2 };
const shipping = { id: '7', price: parseAmount('5'), taxRate: '20' };
const lines = [
  aLine('100', 1, { taxRate: '20' }),
  aLine('10', 1, { sku: 'B', taxRate: '5' }),
  aLine('1', 1, { sku: 'C' }),
];

const evaluated = (cart: CartSnapshot) =>
  evaluatePromotions({
    cart,
    promotions: compilePromotions([TEN, SUBTOTAL].map(aPromotion)),
    usage: new Map(),
    customer: null,
    instant: new Date('2026-01-01T00:00:00Z'),
    timeZone: 'UTC',
  });

describe('promotions-at-scale.md 9: the tax that a discount took off', () => {
  it('is what the tax of every price would be higher without it', () => {
    const cart = aCart(lines, { shipping });
    // 20 % of 10.00, 5 % of 1.00 and 20 % of 0.50; then 20 % of 0.90 and 5 % of 0.09.
    expect(discountTaxes(cart, evaluated(cart))).toEqual(
      new Map([
        ['1', 215n],
        ['2', 18n],
      ]),
    );
  });

  it('is nothing besides where prices include it', () => {
    const cart = aCart(lines, { shipping, pricesIncludeTax: true });
    expect(discountTaxes(cart, evaluated(cart))).toEqual(new Map());
  });
});
