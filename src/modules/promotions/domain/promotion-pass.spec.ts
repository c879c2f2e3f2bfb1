import { parseAmount } from '../../../kernel/money';
import {
  aCart,
  aLine,
  allOf,
  anyOf,
  cartRule,
  evaluate,
  itemRule,
} from '../../../../test/builders/promotion-engine.builder';
import { type Evaluation } from './evaluation';

const TEN = { action: 'discount_by_percent', amount: '10' };
const SUBTOTAL = { action: 'discount_subtotal_fixed', amount: '1' };
const SHIP = { action: 'free_ship', shipping_methods: ['7'] };
const CART = aCart([aLine('100')], { shipping: { id: '7', price: parseAmount('5'), taxRate: '20' } });

function appliedIds({ applied }: Evaluation): string[] {
  return applied.map(({ id }) => id);
}

function reasons({ rejected }: Evaluation): string[][] {
  return rejected.map(({ id, reason }) => [id, reason]);
}

describe('the order of promotions', () => {
  it('is priority, then class, then id as a number', () => {
    const result = evaluate(CART, [
      { id: 1, ...SHIP },
      { id: 20, ...TEN },
      { id: 3, ...SUBTOTAL },
      { id: 9, ...TEN },
      { id: 4, ...SUBTOTAL, priority: -1 },
      { id: 2, ...TEN, priority: 1 },
    ]);
    expect(appliedIds(result)).toEqual(['4', '9', '20', '3', '1', '2']);
  });

  it('puts ids that are no numbers last', () => {
    expect(
      appliedIds(
        evaluate(CART, [
          { id: 'b', ...TEN },
          { id: 'a', ...TEN },
          { id: 5, ...TEN },
        ]),
      ),
    ).toEqual(['5', 'a', 'b']);
  });
});

describe('a terminating promotion', () => {
  it('stops the later ones, but not the persistent, and stays the one that stopped', () => {
    const result = evaluate(CART, [
      { ...TEN, terminating: 1 },
      TEN,
      { ...TEN, persistent: 1, terminating: 1 },
      { ...TEN, persistent: 1, match_items: allOf(itemRule('sku', '=', 'Z')) },
      TEN,
    ]);
    expect(appliedIds(result)).toEqual(['1', '3']);
    expect(reasons(result)).toEqual([
      ['2', 'terminated_by:1'],
      ['4', 'match_items'],
      ['5', 'terminated_by:1'],
    ]);
  });

  it('stops nobody when it took nothing off', () => {
    expect(appliedIds(evaluate(CART, [{ ...TEN, amount: 0, terminating: 1 }, TEN]))).toEqual(['2']);
  });
});

describe('a rejection', () => {
  const explain = (fields: object, lines = [aLine('60', 1, { sku: 'B' }), aLine('5', 2)]) =>
    evaluate(aCart(lines), [{ title: 'Spring', ...TEN, ...fields }]).rejected;

  it('names the rule, the actual value and what is missing of the cart’s value', () => {
    const rules = allOf(cartRule('total_items', '=', 3), cartRule('value', 'gte', '100.50'));
    const detail = {
      path: 'match_rules.children.1',
      type: 'cart_attribute',
      match: 'value',
      operator: 'gte',
      against: '100.50',
      actual: '70',
      missing: '30.5',
    };
    expect(explain({ match_rules: rules })).toEqual([{ id: '1', title: 'Spring', reason: 'match_rules', detail }]);
  });

  it('knows what is missing of the value alone', () => {
    const missing = ['total_items', 'value'].map((match) => {
      const [rejected] = explain({ match_rules: allOf(cartRule(match, '>', '75')) });
      return (rejected?.detail as { missing?: string }).missing;
    });
    expect(missing).toEqual([undefined, '5']);
    const [rejected] = explain({ match_rules: allOf(cartRule('value', '<', '5')) });
    expect(rejected?.detail).not.toHaveProperty('missing');
  });

  it('names every way there would have been', () => {
    const rules = allOf(anyOf(cartRule('currency', '=', 'EUR'), allOf(cartRule('value', '<', 5))));
    const common = { type: 'cart_attribute' };
    const first = { ...common, path: 'match_rules.children.0.children.0', match: 'currency' };
    const second = { ...common, path: 'match_rules.children.0.children.1.children.0', match: 'value' };
    const detail = {
      ...first,
      operator: '=',
      against: 'EUR',
      actual: 'GBP',
      or: [{ ...second, operator: '<', against: 5, actual: '70' }],
    };
    expect(explain({ match_rules: rules })).toEqual([{ id: '1', title: 'Spring', reason: 'match_rules', detail }]);
  });

  it('names the item rule that no line gets past, with the values of those that reached it', () => {
    const items = allOf(itemRule('sku', '=', 'B'), itemRule('quantity', '>', 1), itemRule('brand', 'empty'));
    const detail = {
      path: 'match_items.children.1',
      type: 'cart_item',
      match: 'quantity',
      operator: '>',
      against: 1,
      actual: ['1'],
    };
    expect(explain({ match_items: items })).toEqual([{ id: '1', title: 'Spring', reason: 'match_items', detail }]);
  });

  it('shows each line for a rule about some line, lists and absences included', () => {
    const rules = allOf(itemRule('category', 'in', ['hats']));
    const category = [{ id: '1', slug: 'shoes' }, '2'];
    const [rejected] = explain({ match_rules: rules }, [aLine('1', 1, { category }), aLine('1')]);
    expect(rejected?.detail).toEqual({
      path: 'match_rules.children.0',
      type: 'cart_item',
      match: 'category',
      operator: 'in',
      against: ['hats'],
      actual: [['1', '2'], null],
    });
  });

  it('names a rule on an empty cart too', () => {
    const [rejected] = explain({ match_items: allOf(itemRule('sku', '!=', 'B')) }, []);
    expect(rejected).toMatchObject({ reason: 'match_items', detail: { path: 'match_items.children.0', actual: [] } });
  });
});

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
        total: 14312n,
      },
    });
  });

  it('prices a line from the converted price where there is one', () => {
    const currency = { code: 'USD', exchangeRate: '1.65' };
    const cart = aCart([aLine('10', 3, { convertedPrice: parseAmount('16.99') }), aLine('10')], { currency });
    expect(evaluate(cart, []).lines.map(({ base }) => base)).toEqual([5097n, 1650n]);
  });

  it('of an empty cart is nothing', () => {
    const result = evaluate(aCart([]), [TEN]);
    expect(result.totals.total).toBe(0n);
    expect(reasons(result)).toEqual([['1', 'no_effect']]);
  });

  it.each([
    ['a negative price', aLine('-1')],
    ['a negative converted price', aLine('1', 1, { convertedPrice: -1n })],
    ['no units', aLine('1', 0)],
    ['half a unit', aLine('1', 0.5)],
  ])('refuses %s', (_, line) => {
    expect(() => evaluate(aCart([line]), [])).toThrow(RangeError);
  });
});
