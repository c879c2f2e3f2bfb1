import { type Comparisons } from './compare-fact';
import { type CompiledRule } from './compiled-rule';
import { AllGroupRule, AnyGroupRule } from './group.rule';
import { leafTypeOf } from './leaf-types';
import { againstTexts } from './rule-against';
import { readOperator } from './operators/rule-operators';
import { isGroup, type RuleGroup, type RuleNode } from './rule-tree';

/**
 * Compiles a checked tree. Null where it restricts nothing: no tree, or a top group without children (promotions.md 15).
 * @param field `match_rules` or `match_items`, the start of every path
 * @param comparisons those compiled already, of other promotions too
 * @throws RangeError when the tree did not come from `parseRuleTree`
 */
export function compileRuleTree(tree: RuleGroup | null, field: string, comparisons: Comparisons): CompiledRule | null {
  return tree === null || tree.children.length === 0 ? null : compileNode(tree, field, comparisons);
}

function compileNode(node: RuleNode, path: string, comparisons: Comparisons): CompiledRule {
  if (isGroup(node)) {
    const children = node.children.map((child, i) => compileNode(child, `${path}.children.${i}`, comparisons));
    return node.match_on === 'any' ? new AnyGroupRule(children) : new AllGroupRule(children);
  }
  const operator = readOperator(node.operator);
  if (!operator) throw new RangeError(`${path}.operator is not known`);
  const type = leafTypeOf(node.type);
  if (!type) throw new RangeError(`${path}.type is not known`);
  return new type.rule(node, path, comparisons.of(operator, againstTexts(operator, node.against)));
}
