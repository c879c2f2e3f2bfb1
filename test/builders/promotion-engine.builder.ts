import { parseAmount } from '../../src/kernel/money';
import { type CartLine, type CartSnapshot } from '../../src/modules/promotions/domain/cart-snapshot';
import { compilePromotions } from '../../src/modules/promotions/domain/compile-promotion';
import { type EvaluationInput, evaluatePromotions } from '../../src/modules/promotions/domain/evaluate-promotions';
import { type Evaluation } from '../../src/modules/promotions/domain/evaluation';
import { type PromotionDefinition } from '../../src/modules/promotions/domain/promotion-definition';
import { readPromotion } from '../../src/modules/promotions/domain/read-promotion';

/** Pounds, as the messages of promotions write them. */
export const GBP = {
  code: 'GBP',
  format: '£{price}',
  decimalPoint: '.',
  thousandPoint: ',',
  roundingMode: 'half_up',
} as const;

/** A promotion of a test: wire fields, everything but the action optional. */
export type PromotionFields = Readonly<Record<string, unknown>> & { readonly id?: string | number };

/** The definition of a sound promotion. @throws Error when it is not sound */
export function aPromotion(fields: PromotionFields): PromotionDefinition {
  const read = readPromotion(String(fields.id ?? 1), fields, 'inline');
  if (!read.isValid) throw new Error(JSON.stringify(read.errors));
  return read.definition;
}

/** One line, `price` as text; a sku of its own is not needed. */
export function aLine(price: string, quantity = 1, more: Partial<CartLine> = {}): CartLine {
  return { sku: 'A', ...more, price: parseAmount(price), quantity };
}

/** A cart in GBP. */
export function aCart(lines: readonly CartLine[], more: Partial<CartSnapshot> = {}): CartSnapshot {
  return { currency: { code: 'GBP' }, lines, ...more };
}

/** Evaluates wire-shaped promotions on a cart, at noon UTC on 1 March 2026 (a Sunday) unless told otherwise. */
export function evaluate(
  cart: CartSnapshot,
  promotions: readonly PromotionFields[],
  more: Partial<EvaluationInput> = {},
): Evaluation {
  return evaluatePromotions({
    cart,
    promotions: compilePromotions(promotions.map((fields, i) => aPromotion({ id: i + 1, ...fields }))),
    usage: new Map(),
    customer: null,
    instant: new Date('2026-03-01T12:00:00Z'),
    timeZone: 'UTC',
    ...more,
  });
}

/** A top group of rules. */
export function allOf(...children: unknown[]): unknown {
  return { type: 'group', match_on: 'all', children };
}

/** A top group of which one rule is enough. */
export function anyOf(...children: unknown[]): unknown {
  return { type: 'group', match_on: 'any', children };
}

/** A rule over a line. */
export function itemRule(match: string, operator: string, against?: unknown, more: object = {}): unknown {
  return { type: 'cart_item', match, operator, against, ...more };
}

/** A rule over the cart. */
export function cartRule(match: string, operator: string, against?: unknown): unknown {
  return { type: 'cart_attribute', match, operator, against };
}
