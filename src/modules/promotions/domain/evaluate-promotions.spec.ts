import { parseAmount } from '../../../kernel/money';
import { aCart, aLine, allOf, cartRule, evaluate, itemRule } from '../../../../test/builders/promotion-engine.builder';

const TEN = { action: 'discount_by_percent', amount: '10' };
const SUBTOTAL = { action: 'discount_subtotal_fixed', amount: '1' };

describe('an evaluation', () => {
  it('says for each part what was taken off it and taxes the rest', () => {
    const lines = [aLine('100', 1, { taxRate: '20' }), aLine('10', 2, { sku: 'B', taxRate: '5' })];
    const shipping = { id: '7', price: parseAmount('5'), taxRate: '20' };
    const result = evaluate(aCart(lines, { shipping }), [
      { title: 'Ten', ...TEN, apply_to_shipping: 1, match_items: allOf(itemRule('sku', '=', 'B')) },
      { title: 'One', ...SUBTOTAL },
    ]);
    expect(result).toEqual({
      exponent: 2,
      lines: [
        { base: 10000n, net: 9915n, tax: 1983n, charged: 11898n, discounts: [{ promotionId: '2', amount: 85n }] },
        {
          base: 2000n,
          net: 1785n,
          tax: 89n,
          charged: 1874n,
          discounts: [
            { promotionId: '1', amount: 200n },
            { promotionId: '2', amount: 15n },
          ],
        },
      ],
      shipping: { base: 500n, net: 450n, tax: 90n, charged: 540n, discounts: [{ promotionId: '1', amount: 50n }] },
      applied: [
        {
          id: '1',
          title: 'Ten',
          action: 'discount_by_percent',
          discount: 200n,
          shippingDiscount: 50n,
          lines: [0n, 200n],
        },
        {
          id: '2',
          title: 'One',
          action: 'discount_subtotal_fixed',
          discount: 100n,
          shippingDiscount: 0n,
          lines: [85n, 15n],
        },
      ],
      rejected: [],
      totals: {
        subtotalBeforeDiscount: 12000n,
        discount: 350n,
        subtotal: 11700n,
        shippingPrice: 450n,
        tax: 2162n,
        rounding: 0n,
        total: 14312n,
      },
    });
  });

  it('prices a line from the converted price where there is one', () => {
    const currency = { code: 'USD', exchangeRate: '1.65' };
    const cart = aCart([aLine('10', 3, { convertedPrice: parseAmount('16.99') }), aLine('10')], { currency });
    expect(evaluate(cart, []).lines.map(({ base }) => base)).toEqual([5097n, 1650n]);
  });

  it('lets rules see what the promotions before them left, in the default currency', () => {
    const cart = aCart([aLine('100')], { currency: { code: 'USD', exchangeRate: '1.6' } });
    const rules = allOf(cartRule('discounted_value', '<=', '90'), cartRule('discounted_value', '>', '95'));
    const { applied, rejected } = evaluate(cart, [TEN, { ...TEN, match_rules: rules }]);
    expect(applied.map(({ id, discount }) => [id, discount])).toEqual([['1', 1600n]]);
    expect(rejected.map(({ detail }) => detail)).toEqual([
      {
        path: 'match_rules.children.1',
        type: 'cart_attribute',
        match: 'discounted_value',
        operator: '>',
        against: '95',
        actual: '90',
      },
    ]);
  });

  it('of an empty cart is nothing', () => {
    const result = evaluate(aCart([]), [TEN]);
    expect(result.totals.total).toBe(0n);
    expect(result.rejected.map(({ id, reason }) => [id, reason])).toEqual([['1', 'no_effect']]);
  });

  it('takes tax out of prices that include it', () => {
    const shipping = { id: '7', price: parseAmount('6'), taxRate: '20' };
    const cart = aCart([aLine('12', 2, { taxRate: '20' }), aLine('5')], { pricesIncludeTax: true, shipping });
    const result = evaluate(cart, [{ ...SUBTOTAL, amount: '2.9' }]);
    expect(result.lines).toEqual([
      { base: 2400n, net: 1800n, tax: 360n, charged: 2160n, discounts: [{ promotionId: '1', amount: 240n }] },
      { base: 500n, net: 450n, tax: 0n, charged: 450n, discounts: [{ promotionId: '1', amount: 50n }] },
    ]);
    expect(result.shipping).toEqual({ base: 600n, net: 500n, tax: 100n, charged: 600n, discounts: [] });
    expect(result.totals).toEqual({
      subtotalBeforeDiscount: 2900n,
      discount: 290n,
      subtotal: 2250n,
      shippingPrice: 500n,
      tax: 460n,
      rounding: 0n,
      total: 3210n,
    });
  });
});
