import { Comparisons } from './compare-fact';
import { compileRuleTree } from './compile-rule-tree';
import { type RuleNode } from './rule-tree';

const compile = (...children: RuleNode[]) =>
  compileRuleTree({ type: 'group', children }, 'match_items', new Comparisons());

describe('a rule tree that is compiled', () => {
  it('restricts nothing where there is none, or a top group without children (promotions.md 15)', () => {
    expect(compileRuleTree(null, 'match_rules', new Comparisons())).toBeNull();
    expect(compile()).toBeNull();
  });

  it('is refused where it was not checked, with the place', () => {
    const leaf = { type: 'cart_item', match: 'sku', against: 'A' };
    expect(() => compile(leaf, { ...leaf, operator: '~' })).toThrow(
      new RangeError('match_items.children.1.operator is not known'),
    );
    expect(() => compile({ type: 'group', children: [{ ...leaf, type: 'product' }] })).toThrow(
      new RangeError('match_items.children.0.children.0.type is not known'),
    );
  });
});
