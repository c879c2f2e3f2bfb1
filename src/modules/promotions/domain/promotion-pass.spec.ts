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

  it('is named to those that it stopped', () => {
    const { rejected } = evaluate(CART, [
      { ...TEN, title: 'Spring', terminating: 1 },
      { ...TEN, title: 'Later' },
    ]);
    const detail = { terminated_by: '1', title: 'Spring' };
    expect(rejected).toEqual([{ id: '2', title: 'Later', reason: 'terminated_by:1', detail }]);
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

  it('is explained only for the promotions that are asked for', () => {
    const fields = [
      { ...TEN, match_rules: allOf(cartRule('value', '>', 1000)) },
      { ...TEN, match_rules: allOf(cartRule('value', '>', 1000)) },
      { ...TEN, match_items: allOf(itemRule('sku', '=', 'Z')) },
      TEN,
    ];
    const whole = evaluate(CART, fields);
    const [first, second, third] = whole.rejected;
    expect([first, second, third].map((one) => one?.detail === null)).toEqual([false, false, false]);
    expect(evaluate(CART, fields, { explains: new Set(['2']) })).toEqual({
      ...whole,
      rejected: [{ ...first, detail: null }, second, { ...third, detail: null }],
    });
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

describe('promotions-at-scale.md 1: of a group', () => {
  const group = (id: number, amount: string, more: object = {}) => ({ ...SUBTOTAL, id, amount, best_of: 'g', ...more });

  it('applies at the place of its first member, before what comes between them', () => {
    const result = evaluate(CART, [
      group(1, '3', { priority: 1 }),
      { id: 2, ...TEN, priority: 2 },
      group(3, '20', { priority: 9 }),
    ]);
    expect(result.applied.map(({ id, discount }) => [id, discount])).toEqual([
      ['3', 2000n],
      ['2', 800n],
    ]);
    expect(result.rejected).toEqual([
      { id: '1', title: '', reason: 'outbid_by:3', detail: { outbid_by: '3', title: '' } },
    ]);
  });

  it('names the one that applied to the others, and says where both take off the same', () => {
    const members = [group(1, '3', { title: 'Less' }), group(2, '9', { title: 'First' }), group(3, '9')];
    expect(evaluate(CART, members).rejected).toEqual([
      { id: '1', title: 'Less', reason: 'outbid_by:2', detail: { outbid_by: '2', title: 'First' } },
      { id: '3', title: '', reason: 'outbid_by:2', detail: { outbid_by: '2', title: 'First', equal: true } },
    ]);
  });

  it('is decided at a first member that cannot apply', () => {
    const result = evaluate(CART, [
      group(1, '3', { to: '2020-01-01', priority: -1 }),
      { id: 2, ...TEN },
      group(3, '20', { priority: 9 }),
    ]);
    expect(appliedIds(result)).toEqual(['3', '2']);
    expect(reasons(result)).toEqual([['1', 'expired']]);
  });

  it('is not moved by a draft, which carts never see', () => {
    const fields = [group(1, '3', { status: 0, priority: -1 }), { id: 2, ...TEN }, group(3, '20')];
    expect([appliedIds(evaluate(CART, fields)), reasons(evaluate(CART, fields))]).toEqual([
      ['2', '3'],
      [['1', 'draft']],
    ]);
    expect(appliedIds(evaluate(CART, fields, { includesDrafts: true }))).toEqual(['3', '2']);
  });

  it('keeps one member back if all are stopped, and lets a persistent one win', () => {
    const stop = { ...TEN, id: 1, priority: -1, terminating: 1 };
    const result = evaluate(CART, [stop, group(2, '9'), group(3, '3', { persistent: 1 })]);
    expect(appliedIds(result)).toEqual(['1', '3']);
    expect(reasons(result)).toEqual([['2', 'terminated_by:1']]);
  });

  it('takes the next one when the best has no use left', () => {
    const usage = new Map([['2', { used: 1, customerUsed: 0 }]]);
    const result = evaluate(CART, [group(1, '3'), group(2, '9', { max_uses: 1 })], { usage });
    expect(appliedIds(result)).toEqual(['1']);
    expect(reasons(result)).toEqual([['2', 'max_uses_reached']]);
  });

  it('takes none when no member takes anything off', () => {
    const result = evaluate(aCart([]), [group(1, '3'), group(2, '9')]);
    expect([appliedIds(result), reasons(result)]).toEqual([
      [],
      [
        ['1', 'no_effect'],
        ['2', 'no_effect'],
      ],
    ]);
  });

  it('leaves units that a loser would have given away to those after it', () => {
    const free = { action: 'buy_x_get_y_free', amount: 1, trigger_quantity: 1 };
    const mugs = aCart([aLine('10', 2)]);
    const result = evaluate(mugs, [{ id: 1, ...free, best_of: 'g' }, group(2, '12'), { id: 3, ...free, priority: 1 }]);
    expect(result.applied.map(({ id, discount }) => [id, discount])).toEqual([
      ['2', 1200n],
      ['3', 400n],
    ]);
  });
});

describe('promotions-at-scale.md 7: a budget', () => {
  const spent = (amount: string) => new Map([['1', { used: 0, customerUsed: 0, spent: parseAmount(amount) }]]);

  it('has room for a discount as large as what is left, and for no part of a larger one', () => {
    const fields = [{ ...TEN, budget: '25' }];
    expect(appliedIds(evaluate(CART, fields, { usage: spent('15') }))).toEqual(['1']);
    expect(evaluate(CART, fields, { usage: spent('15.0001') })).toMatchObject({
      applied: [],
      rejected: [{ id: '1', title: '', reason: 'budget_reached', detail: { left: '9.9999', needed: '10' } }],
      totals: { discount: 0n },
    });
    expect(evaluate(CART, fields, { usage: spent('99') }).rejected[0]?.detail).toEqual({ left: '0', needed: '10' });
  });

  it('is counted in the default currency, to ten-thousandths', () => {
    const cart = aCart([aLine('100')], { currency: { code: 'USD', exchangeRate: '1.7' } });
    const fields = [{ ...SUBTOTAL, amount: '3.333', budget: '3' }];
    // money(3.333) is 5.67 dollars, and these are 3.33529... pounds.
    expect(evaluate(cart, fields).rejected[0]?.detail).toEqual({ left: '3', needed: '3.3353' });
    expect(appliedIds(evaluate(cart, [{ ...SUBTOTAL, amount: '3.333', budget: '3.3353' }]))).toEqual(['1']);
  });

  it('is judged after the effect and before the group: who has no room does not compete', () => {
    const none = evaluate(aCart([]), [{ ...TEN, budget: '1' }]);
    expect(reasons(none)).toEqual([['1', 'no_effect']]);
    const group = { ...SUBTOTAL, best_of: 'g' };
    const result = evaluate(CART, [
      { ...group, amount: '20', budget: '19' },
      { ...group, amount: '3' },
      { ...group, amount: '2' },
    ]);
    expect([appliedIds(result), reasons(result)]).toEqual([
      ['2'],
      [
        ['1', 'budget_reached'],
        ['3', 'outbid_by:2'],
      ],
    ]);
  });
});

describe('promotions-at-scale.md 8: a promotion without effect says why', () => {
  const MUGS = aCart([aLine('10', 2)], { shipping: { id: '7', price: parseAmount('5') } });
  const free = { action: 'buy_x_get_y_free', amount: 1, trigger_quantity: 3 };
  const given = { action: 'discount_by_percent', amount: 100, priority: -1 };
  const A = { id: null, title: 'A' };

  it.each<[string, object[], object]>([
    ['units are missing', [free], { why: 'units_missing', missing: '2', items: [A] }],
    ['one unit is missing', [{ ...free, trigger_quantity: 2 }], { why: 'units_missing', missing: '1', items: [A] }],
    ['no unit is paid for any more', [given, free], { why: 'nothing_left' }],
    ['everything is cheaper', [{ action: 'discount_to_fixed', amount: 10 }], { why: 'already_cheaper' }],
    ['all is free already', [given, { action: 'discount_to_fixed', amount: 5 }], { why: 'nothing_left' }],
    ['nothing is left of the subtotal', [given, SUBTOTAL], { why: 'nothing_left' }],
    ['its amount is nothing', [{ ...TEN, amount: 0 }], { why: 'too_small' }],
    ['its amount rounds to nothing', [{ ...SUBTOTAL, amount: '0.0001' }], { why: 'too_small' }],
    ['shipping is free already', [{ ...SHIP, priority: -1 }, SHIP], { why: 'nothing_left' }],
    ['its part of shipping rounds to nothing', [{ ...SHIP, max_quantity: '0.0001' }], { why: 'too_small' }],
    ['it gives no whole unit', [{ ...free, max_quantity: '0.5' }], { why: 'too_small' }],
    ['it gives no whole unit of many', [{ ...free, trigger_quantity: 1, max_quantity: '0.5' }], { why: 'too_small' }],
  ])('%s', (_, fields, detail) => {
    const { rejected } = evaluate(MUGS, fields as Parameters<typeof evaluate>[1]);
    expect(rejected.map((each) => [each.reason, each.detail])).toEqual([['no_effect', detail]]);
  });

  it('units that another promotion gave free do not count, and are told', () => {
    const cart = aCart([aLine('10', 3)]);
    const once = { ...free, trigger_quantity: 2 };
    const { rejected } = evaluate(cart, [{ ...once, priority: -1 }, once]);
    expect(rejected.map(({ id, reason, detail }) => [id, reason, detail])).toEqual([
      ['2', 'no_effect', { why: 'units_missing', missing: '1', free: '1', items: [A] }],
    ]);
  });

  it('looks at the lines that the action touches', () => {
    const cart = aCart([aLine('10'), aLine('10', 1, { sku: 'B' })]);
    const of = (last: object) => {
      const { rejected } = evaluate(cart, [
        { ...given, match_items: allOf(itemRule('sku', '=', 'A')) },
        { amount: '0.0001', match_items: allOf(itemRule('sku', '=', 'A')), ...last },
      ]);
      return rejected.map(({ detail }) => detail);
    };
    expect(of({ action: 'discount_by_percent' })).toEqual([{ why: 'nothing_left' }]);
    expect(of({ action: 'discount_subtotal_percent' })).toEqual([{ why: 'too_small' }]);
  });

  it('names three items that more units are needed of, and no more', () => {
    const items = ['A', 'B', 'C', 'D'].map((sku) => ({ id: null, title: sku }));
    const of = (count: number) => {
      const cart = aCart(items.slice(0, count).map(({ title }) => aLine('1', 1, { sku: title })));
      return evaluate(cart, [{ ...free, trigger_quantity: 9 }]).rejected[0]?.detail;
    };
    expect(of(3)).toEqual({ why: 'units_missing', missing: '7', items: items.slice(0, 3) });
    expect(of(4)).toEqual({ why: 'units_missing', missing: '6' });
  });

  it('asks for as many units as give one away', () => {
    const short = evaluate(aCart([aLine('10', 2)]), [{ ...free, amount: 2 }]);
    expect(short.rejected[0]?.detail).toEqual({ why: 'units_missing', missing: '2', items: [A] });
    expect(evaluate(aCart([aLine('10', 4)]), [{ ...free, amount: 2 }]).totals.discount).toBe(1000n);
  });
});
