import { allOf, anyOf, cartRule, itemRule } from '../../../../../test/builders/promotion-engine.builder';
import { parseRuleTree } from './parse-rule-tree';

const FIELD = 'match_rules';
const LEAF = cartRule('value', '>', '10');

function errorsOf(sent: unknown): unknown {
  const parsed = parseRuleTree(sent, FIELD);
  return parsed.isValid ? null : parsed.errors;
}

function treeOf(sent: unknown): unknown {
  const parsed = parseRuleTree(sent, FIELD);
  return parsed.isValid ? parsed.tree : parsed.errors;
}

function nested(groups: number): unknown {
  let tree: unknown = LEAF;
  for (let i = 0; i < groups; i++) tree = allOf(tree);
  return tree;
}

describe('a rule tree', () => {
  it.each([[undefined], [null], [''], ['  '], ['null'], ['{}'], [{}], [[]], ['[]']])(
    'restricts nothing when it is %p',
    (sent) => {
      expect(treeOf(sent)).toBeNull();
    },
  );

  it('may have a top group without children', () => {
    expect(treeOf({ type: 'group' })).toEqual({ type: 'group', children: [] });
    expect(treeOf({ type: 'group', match_on: '', children: '' })).toStrictEqual({ type: 'group', children: [] });
    expect(treeOf({ type: 'group', match_on: 'any', children: [] })).toEqual({
      type: 'group',
      match_on: 'any',
      children: [],
    });
  });

  it('comes back as it was sent, in the sender’s spelling, without keys that mean nothing', () => {
    const leaf = { type: 'cart_item', match: 'sku', operator: 'not in', against: 'A,B', match_on: 'all' };
    const sent = { type: 'group', match_on: 'any', junk: { deep: [1] }, children: [{ ...leaf, junk: 1 }, LEAF] };
    const tree = { type: 'group', match_on: 'any', children: [leaf, LEAF] };
    expect(treeOf(sent)).toEqual(tree);
    expect(treeOf(JSON.stringify(sent))).toEqual(tree);
  });

  it('reads the maps that bracket notation leaves as lists', () => {
    const against = { '1': 'B', '0': 'A' };
    const children = { '10': LEAF, '2': { type: 'cart_item', match: 'sku', operator: 'in', against } };
    expect(treeOf({ type: 'group', children })).toEqual({
      type: 'group',
      children: [{ type: 'cart_item', match: 'sku', operator: 'in', against: ['A', 'B'] }, LEAF],
    });
  });

  it.each([
    ['{"type"', { match_rules: ['match_rules must be valid JSON'] }],
    [7, { match_rules: ['match_rules must be a rule of type group'] }],
    ['"text"', { match_rules: ['match_rules must be a rule of type group'] }],
    [[LEAF], { match_rules: ['match_rules must be a rule of type group'] }],
    [LEAF, { 'match_rules.type': ['match_rules.type must be group at the top'] }],
    [{ children: [LEAF] }, { 'match_rules.type': ['match_rules.type must be group at the top'] }],
    [{ type: 'group', children: 'x' }, { 'match_rules.children': ['match_rules.children must be a list of rules'] }],
    [{ type: 'group', match_on: 'some' }, { 'match_rules.match_on': ['match_rules.match_on must be any or all'] }],
    [allOf('x'), { 'match_rules.children.0': ['match_rules.children.0 must be a rule'] }],
    [
      allOf(LEAF, anyOf()),
      { 'match_rules.children.1.children': ['match_rules.children.1.children must hold at least one rule'] },
    ],
    [
      allOf({ ...(LEAF as object), type: 'product' }),
      {
        'match_rules.children.0.type': [
          'match_rules.children.0.type must be one of group, cart, cart_attribute, cart_item, customer',
        ],
      },
    ],
    [
      allOf({ type: 'customer', match: 'age', against: 1 }),
      {
        'match_rules.children.0.match': [
          'match_rules.children.0.match must be one of id, email, group, is_guest, orders, spent, first_order',
        ],
      },
    ],
    [
      allOf(anyOf(LEAF, cartRule('value', '~', '1'))),
      {
        'match_rules.children.0.children.1.operator': [
          'match_rules.children.0.children.1.operator must be one of !=, <, <=, =, >, >=, between, contains, !contains, empty, !empty, ends_with, in, !in, starts_with',
        ],
      },
    ],
  ])('%j is refused by path', (sent, errors) => {
    expect(errorsOf(sent)).toEqual(errors);
  });

  it.each([
    ['=', undefined, 'is required'],
    ['in', [], 'must name at least one value'],
    ['in', ' , ', 'must name at least one value'],
    ['=', ['A'], 'must be a single value for ='],
    ['=', { a: 1 }, 'must be text, a number or a list of them'],
    ['in', [['A']], 'must be text, a number or a list of them'],
    ['=', 1e21, 'must be text, a number or a list of them'],
    ['between', '1', 'must be two values, the lower first'],
    ['between', [1, 2, 3], 'must be two values, the lower first'],
    ['=', 'x'.repeat(1025), 'must be at most 1024 characters a value'],
    ['in', ['A', 'x'.repeat(1025)], 'must be at most 1024 characters a value'],
    ['in', Array.from({ length: 401 }, (_, i) => i), 'must list at most 400 values'],
    ['!in', Array.from({ length: 401 }, (_, i) => i).join(','), 'must list at most 400 values'],
  ])('refuses %s against %j', (operator, against, message) => {
    const path = 'match_rules.children.0.against';
    expect(errorsOf(allOf(cartRule('value', operator, against)))).toEqual({ [path]: [`${path} ${message}`] });
  });

  it.each([
    ['=', 'x'.repeat(1024)],
    ['=', '😀'.repeat(1024)],
    ['in', Array.from({ length: 400 }, (_, i) => i)],
    ['in', Array.from({ length: 400 }, () => 'longer than the limit of one value').join(',')],
    ['in', '["A","B"]'],
    ['in', '[A],B'],
    ['between', '1,2'],
    ['=', 12.5],
    ['=', true],
    ['empty', undefined],
    ['!empty', ''],
  ])('takes %s against a value within its limits', (operator, against) => {
    expect(errorsOf(allOf(cartRule('value', operator, against)))).toBeNull();
  });

  it('nests eight groups and no more', () => {
    expect(errorsOf(nested(8))).toBeNull();
    const path = `match_rules${'.children.0'.repeat(8)}.children`;
    expect(errorsOf(nested(9))).toEqual({ [path]: [`${path} must not be nested deeper than 8 levels`] });
  });

  it('holds fifty children in a group and two hundred rules in all', () => {
    const leaves = (count: number) => Array.from({ length: count }, () => LEAF);
    expect(errorsOf(allOf(...leaves(50)))).toBeNull();
    const many = { 'match_rules.children': ['match_rules.children must hold at most 50 rules'] };
    expect(errorsOf(allOf(...leaves(51)))).toEqual(many);
    // No rule of a group that is too large is looked at.
    expect(errorsOf(allOf(...leaves(50), 'x'))).toEqual(many);
    const groups = (last: number) => allOf(...[49, 49, 49, last].map((count) => allOf(...leaves(count))));
    expect(errorsOf(groups(48))).toBeNull();
    const path = 'match_rules.children.3.children.48';
    expect(errorsOf(groups(49))).toEqual({ [path]: [`${path} is more than the 200 rules a tree may hold`] });
  });

  it('is at most 64 KiB of JSON, as text and as a body', () => {
    const big = allOf(...Array.from({ length: 50 }, () => itemRule('sku', 'in', Array(3).fill('x'.repeat(500)))));
    const errors = { match_rules: ['match_rules must be at most 64 KiB of JSON'] };
    expect(errorsOf(big)).toEqual(errors);
    expect(errorsOf(JSON.stringify(big))).toEqual(errors);
  });

  it('counts the bytes of 64 KiB, as text and as a body', () => {
    const errors = { match_rules: ['match_rules must be at most 64 KiB of JSON'] };
    const text = (bytes: number) => JSON.stringify({ type: 'group' }).padEnd(bytes);
    expect([errorsOf(text(65_536)), errorsOf(text(65_537))]).toEqual([null, errors]);
    const values = Array.from({ length: 129 }, () => 'ä'.repeat(250));
    const tree = (last: number) => ({
      type: 'group',
      children: [itemRule('sku', 'in', [...values, 'x'.repeat(last)])],
    });
    const spare = 65_536 - Buffer.byteLength(JSON.stringify(tree(0)));
    expect([errorsOf(tree(spare)), errorsOf(tree(spare + 1))]).toEqual([null, errors]);
  });

  it('survives text nested far beyond any limit', () => {
    const deep = '{"type":"group","children":['.repeat(2000) + ']}'.repeat(2000);
    const path = `match_rules${'.children.0'.repeat(8)}.children`;
    expect(errorsOf(deep)).toEqual({ [path]: [`${path} must not be nested deeper than 8 levels`] });
    expect(errorsOf(`{"type":"group","junk":${'['.repeat(30_000)}${']'.repeat(30_000)}}`)).toBeNull();
  });
});
