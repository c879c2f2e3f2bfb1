import {
  aCart,
  aLine,
  allOf,
  anyOf,
  cartRule,
  evaluate,
  itemRule,
} from '../../../../../test/builders/promotion-engine.builder';
import { parseAmount } from '../../../../kernel/money';
import { type CartCustomer } from '../cart-snapshot';

const LINES = [
  aLine('60', 1, { sku: 'MUG', brand: { id: '5', slug: 'acme' } }),
  aLine('5', 2, { sku: 'CAP', category: ['hats', { id: '8', slug: 'sale' }] }),
];
const CUSTOMER: CartCustomer = { id: '9', orders: 3, spent: parseAmount('12.5') };
const HALF = { action: 'discount_by_percent', amount: '50' };

/** The detail of a promotion with one tree, for a cart of 70 pounds with three items. */
function detailOf(field: 'match_rules' | 'match_items', tree: unknown, lines = LINES): unknown {
  const { rejected } = evaluate(aCart(lines), [{ ...HALF, [field]: tree }], { customer: CUSTOMER });
  return rejected[0]?.detail;
}

describe('promotions.md, Preview: the detail of a rule that is not met', () => {
  it('has the operator that a rule means where it names none', () => {
    expect(detailOf('match_rules', allOf({ type: 'cart', match: 'currency', against: 'EUR' }))).toEqual({
      path: 'match_rules.children.0',
      type: 'cart',
      match: 'currency',
      operator: '=',
      against: 'EUR',
      actual: 'GBP',
    });
  });

  it('has nothing compared with for an operator that takes nothing', () => {
    expect(detailOf('match_rules', allOf({ type: 'customer', match: 'email', operator: '!empty' }))).toEqual({
      path: 'match_rules.children.0',
      type: 'customer',
      match: 'email',
      operator: '!empty',
      against: null,
      actual: null,
    });
  });

  it('shows the customer’s value', () => {
    const rule = { type: 'customer', match: 'orders', operator: 'lt', against: 3 };
    const detail = { ...rule, path: 'match_rules.children.0', actual: '3' };
    expect(detailOf('match_rules', allOf(rule))).toEqual(detail);
  });

  it('says all, where a rule about the whole cart asks it of every line', () => {
    const rule = { type: 'cart_item', match: 'sku', operator: '=', against: 'MUG', match_on: 'all' };
    const detail = { ...rule, path: 'match_rules.children.0', actual: ['MUG', 'CAP'] };
    expect(detailOf('match_rules', allOf(rule))).toEqual(detail);
    const { match_on: _, ...any } = detail;
    expect(detailOf('match_rules', allOf({ ...rule, against: 'BAG', match_on: 'any' }))).toEqual({
      ...any,
      against: 'BAG',
    });
  });

  it('says nothing of all where a rule is about one line at a time', () => {
    const rule = { type: 'cart_item', match: 'sku', operator: '=', against: 'BAG' };
    expect(detailOf('match_items', allOf({ ...rule, match_on: 'all' }))).toEqual({
      ...rule,
      path: 'match_items.children.0',
      actual: ['MUG', 'CAP'],
    });
  });

  it('shows the values of the lines that reached a rule, lists and absences included', () => {
    const categories = (...rules: unknown[]) =>
      detailOf('match_items', allOf(...rules, itemRule('category', '=', 'tees')));
    const detail = { type: 'cart_item', match: 'category', operator: '=', against: 'tees' };
    expect([categories(), categories(itemRule('sku', '=', 'CAP')), categories(itemRule('sku', '=', 'MUG'))]).toEqual([
      { ...detail, path: 'match_items.children.0', actual: [null, ['hats', '8']] },
      { ...detail, path: 'match_items.children.1', actual: [['hats', '8']] },
      { ...detail, path: 'match_items.children.1', actual: [null] },
    ]);
  });

  it('is the last rule where each line fails another one', () => {
    const tree = allOf(itemRule('quantity', '>', 1), anyOf(itemRule('sku', '=', 'MUG'), itemRule('price', '>', 60)));
    expect(detailOf('match_items', tree)).toEqual({
      path: 'match_items.children.1.children.0',
      type: 'cart_item',
      match: 'sku',
      operator: '=',
      against: 'MUG',
      actual: ['CAP'],
      or: [
        {
          path: 'match_items.children.1.children.1',
          type: 'cart_item',
          match: 'price',
          operator: '>',
          against: 60,
          actual: ['5'],
        },
      ],
    });
  });

  it('is the first rule about the cart that fails, some line being enough for a rule about a line', () => {
    const [mug, bag] = ['MUG', 'BAG'].map((sku) => itemRule('sku', '=', sku));
    const euro = cartRule('currency', '=', 'EUR');
    expect(detailOf('match_rules', allOf(mug, euro, bag))).toMatchObject({
      path: 'match_rules.children.1',
      actual: 'GBP',
    });
    expect(detailOf('match_rules', allOf(mug, bag, euro))).toMatchObject({
      path: 'match_rules.children.1',
      actual: ['MUG', 'CAP'],
    });
    const all = itemRule('sku', '!=', 'BAG', { match_on: 'all' });
    expect(detailOf('match_rules', allOf(all, euro))).toMatchObject({ path: 'match_rules.children.1', actual: 'GBP' });
    const alone = detailOf(
      'match_rules',
      allOf(mug, itemRule('sku', '=', 'CAP', { match_on: 'all' })),
      LINES.slice(0, 1),
    );
    expect(alone).toMatchObject({ path: 'match_rules.children.1', actual: ['MUG'], match_on: 'all' });
  });

  it('is the rule about the cart that stops every line', () => {
    expect(detailOf('match_items', allOf(cartRule('total_items', '>', 3), itemRule('sku', '=', 'BAG')))).toMatchObject({
      path: 'match_items.children.0',
      match: 'total_items',
      actual: '3',
    });
    const customer = { type: 'customer', match: 'is_guest', against: 1 };
    expect(detailOf('match_items', allOf(itemRule('sku', '=', 'MUG'), customer))).toMatchObject({
      path: 'match_items.children.1',
      match: 'is_guest',
      actual: '0',
    });
  });
});

describe('promotions.md, Preview: the missing amount', () => {
  const missing = (match: string, operator: string, against: unknown) =>
    (detailOf('match_rules', allOf(cartRule(match, operator, against))) as { missing?: string }).missing;

  it('is that of the value, by each of its names', () => {
    expect(['value', 'price', 'subtotal'].map((match) => missing(match, '>=', '75.5'))).toEqual(['5.5', '5.5', '5.5']);
    expect([missing('value', 'gt', 75), missing('value', '>', '70.00')]).toEqual(['5', '0.01']);
  });

  it('is not given for other fields, other operators or text', () => {
    expect(missing('discounted_value', '>=', '75')).toBeUndefined();
    expect(missing('total_items', '>=', '4')).toBeUndefined();
    expect([missing('value', '=', '75'), missing('value', '<', '70'), missing('value', '<=', '69')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect([missing('value', '>', 'much'), missing('value', 'in', '75,80')]).toEqual([undefined, undefined]);
  });
});

describe('promotions.md, Preview: the detail of long rules and carts', () => {
  it('has the first ten lines, ten values of each and ten alternatives, and counts the rest', () => {
    const category = Array.from({ length: 12 }, (_, i) => `category-${i}`);
    const lines = Array.from({ length: 12 }, () => aLine('5', 1, { category }));
    const rules = Array.from({ length: 50 }, () => itemRule('category', '=', 'none'));
    const detail = detailOf('match_items', anyOf(...Array.from({ length: 3 }, () => anyOf(...rules))), lines);
    const failure = {
      type: 'cart_item',
      match: 'category',
      operator: '=',
      against: 'none',
      actual: Array.from({ length: 10 }, () => category.slice(0, 10)),
      actual_more: 2,
    };
    const or = Array.from({ length: 9 }, (_, i) => ({ ...failure, path: `match_items.children.0.children.${i + 1}` }));
    expect(detail).toEqual({ ...failure, path: 'match_items.children.0.children.0', or, or_more: 140 });
  });

  it('has the first ten of the lines that reached the rule', () => {
    const lines = Array.from({ length: 13 }, (_, i) => aLine('5', 1, { sku: i === 0 ? 'OTHER' : `MUG-${i}` }));
    const tree = allOf(itemRule('sku', 'starts_with', 'MUG'), itemRule('sku', '=', 'none'));
    expect(detailOf('match_items', tree, lines)).toMatchObject({
      path: 'match_items.children.1',
      actual: Array.from({ length: 10 }, (_, i) => `MUG-${i + 1}`),
      actual_more: 2,
    });
  });
});
