import { type RuleFailure } from './compiled-rule';
import { type RuleLeaf } from './rule-tree';

/** The report of a comparison that did not hold, without the reason special to its kind. */
export function leafFailure(leaf: RuleLeaf, path: string, actual: RuleFailure['actual']): RuleFailure {
  return {
    path,
    type: leaf.type,
    match: leaf.match,
    operator: leaf.operator ?? '=',
    against: leaf.against ?? null,
    actual,
  };
}
