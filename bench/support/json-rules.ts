import { Engine, type TopLevelCondition } from 'json-rules-engine';
import { amountText } from '../../src/kernel/money';
import { type CartSnapshot } from '../../src/modules/promotions/domain/cart-snapshot';
import {
  isGroup,
  type RuleGroup,
  type RuleLeaf,
  type RuleNode,
} from '../../src/modules/promotions/domain/rules/rule-tree';

/** The operators of this benchmark's trees, by the names they have there. */
const OPERATORS: Readonly<Record<string, string>> = {
  '=': 'equal',
  '!=': 'notEqual',
  '>': 'greaterThan',
  '>=': 'greaterThanInclusive',
  '<': 'lessThan',
  '<=': 'lessThanInclusive',
  in: 'in',
  '!in': 'notIn',
};

type Condition = Extract<TopLevelCondition, { all: unknown }>['all'][number];

/** A rule of ours as a condition of json-rules-engine; "some line" is its own decorator `someFact`. */
function conditionOf(node: RuleNode): Condition {
  return isGroup(node) ? conditionsOf(node) : comparisonOf(node);
}

function conditionsOf({ match_on: matchOn, children }: RuleGroup): TopLevelCondition {
  const conditions = children.map(conditionOf);
  return matchOn === 'any' ? { any: conditions } : { all: conditions };
}

function comparisonOf({ type, match, operator = '=', against }: RuleLeaf): Condition {
  const name = OPERATORS[operator];
  if (name === undefined) throw new RangeError(`no ${operator} in json-rules-engine`);
  const isOfLines = type === 'cart_item';
  return { fact: `${type}.${match}`, operator: isOfLines ? `someFact:${name}` : name, value: against };
}

/** Trees by the id of the promotion they belong to; all of a promotion's trees must hold. */
export type Trees = ReadonlyMap<string, readonly RuleGroup[]>;

/** A json-rules-engine with one rule for each promotion: its event is the promotion's id. Made once, run many times. */
export function jsonRulesEngine(trees: Trees): Engine {
  const engine = new Engine();
  for (const [id, groups] of trees) {
    engine.addRule({ conditions: { all: groups.map(conditionsOf) }, event: { type: id } });
  }
  return engine;
}

/** The facts that the trees name, as plain JavaScript numbers and texts. */
export function jsonRulesFacts({ lines, currency, shipTo }: CartSnapshot): Record<string, unknown> {
  const prices = lines.map(({ price }) => Number(amountText(price)));
  return {
    'cart_attribute.value': lines.reduce((sum, { quantity }, i) => sum + (prices[i] ?? 0) * quantity, 0),
    'cart_attribute.currency': currency.code,
    'cart_attribute.total_items': lines.reduce((sum, { quantity }) => sum + quantity, 0),
    'cart_attribute.ship_to.country': shipTo?.country ?? null,
    'cart_item.sku': lines.map(({ sku }) => sku),
    'cart_item.quantity': lines.map(({ quantity }) => quantity),
    'cart_item.price': prices,
  };
}
