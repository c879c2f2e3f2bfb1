import { type Amount, amountText, MAX_AMOUNT, parseAmount } from '../../kernel/money';
import { type CartCustomer, type CartSnapshot } from './domain/cart-snapshot';
import { type CompiledPromotion, compileInOrder } from './domain/compile-promotion';
import { discountTaxes } from './domain/discount-tax';
import { evaluatePromotions } from './domain/evaluate-promotions';
import { type Evaluation } from './domain/evaluation';
import { inDefaultCurrency, minorToAmount } from './domain/order-money';
import { type PoolCode } from './domain/pool-code';
import { type PromotionDefinition } from './domain/promotion-definition';

export type { CartCustomer, CartLine, CartSnapshot, RelationFact } from './domain/cart-snapshot';
export type { Evaluation, RejectedPromotion } from './domain/evaluation';
export { discountTaxes, inDefaultCurrency, minorToAmount };

/** A promotion as it was defined when an order used it: JSON, its amounts as decimal text. */
export type FrozenPromotion = Omit<PromotionDefinition, 'amount' | 'maxQuantity' | 'bestOf' | 'budget' | 'hasCodes'> & {
  readonly amount: string;
  readonly maxQuantity: string;
  /** Missing in orders from before there were groups. */
  readonly bestOf?: string | null;
  /** Missing in orders from before there were budgets. */
  readonly budget?: string;
};

/**
 * Copies the definition of a promotion, so that later changes of the promotion do not matter (orders-and-payments.md
 * 2).
 */
function freezePromotion(definition: PromotionDefinition): FrozenPromotion {
  return {
    id: definition.id,
    title: definition.title,
    isLive: definition.isLive,
    from: definition.from,
    to: definition.to,
    discountCode: definition.discountCode,
    maxUses: definition.maxUses,
    customerUses: definition.customerUses,
    budget: amountText(definition.budget),
    customerGroup: definition.customerGroup,
    bestOf: definition.bestOf,
    ...(definition.excludes?.length && { excludes: [...definition.excludes] }),
    isTerminating: definition.isTerminating,
    isPersistent: definition.isPersistent,
    action: definition.action,
    priority: definition.priority,
    amount: amountText(definition.amount),
    maxQuantity: amountText(definition.maxQuantity),
    triggerQuantity: definition.triggerQuantity,
    appliesToShipping: definition.appliesToShipping,
    shippingMethods: [...definition.shippingMethods],
    matchRules: definition.matchRules,
    matchItems: definition.matchItems,
  };
}

/**
 * The promotions that a priced cart used, frozen, in the order of the pass. One that applied by a code of its pool keeps that
 * one in place of its own: it alone made the order's price.
 * @param promotions it was priced with @param poolCode what the cart's code is when it is of a pool
 */
export function frozenPromotions(
  { applied }: Evaluation,
  promotions: readonly CompiledPromotion[],
  poolCode: PoolCode | null,
): readonly FrozenPromotion[] {
  const definitions = new Map(promotions.map(({ definition }) => [definition.id, definition]));
  return applied.flatMap(({ id }) => {
    const definition = definitions.get(id);
    if (definition === undefined) return [];
    const code = poolCode?.promotionId === id ? poolCode.code : definition.discountCode;
    return [freezePromotion({ ...definition, discountCode: code })];
  });
}

/** The terms to price an order again: its own, and none of the store's present ones. */
export interface FrozenPricing {
  readonly cart: CartSnapshot;
  readonly customer: CartCustomer | null;
  readonly promotions: readonly FrozenPromotion[];
  readonly instant: Date;
  readonly timeZone: string;
}

/**
 * Prices a cart with frozen promotions and no others. Their limits are not held against them: the order has its uses.
 * They stay in the order in which they were applied, since the winner of a group stood at its first member's place, and
 * its rivals are gone (promotions-at-scale.md 1).
 */
export function priceFrozen({ promotions, ...input }: FrozenPricing): Evaluation {
  const thawed = promotions.map((promotion) => ({
    ...promotion,
    amount: parseAmount(promotion.amount),
    maxQuantity: parseAmount(promotion.maxQuantity),
    bestOf: null,
    excludes: [],
    budget: 0n,
  }));
  return evaluatePromotions({ ...input, promotions: compileInOrder(thawed), usage: new Map() });
}

/**
 * Whether every amount of a priced cart can be held. A cart may come to more than its parts: each fits into an amount,
 * their products and sums need not (wire.md 2). What it comes to before discounts bounds each line and each discount;
 * neither tax nor shipping is below zero.
 */
export function fitsAmounts({ totals, shipping, exponent }: Evaluation): boolean {
  const { subtotalBeforeDiscount, discount, total } = totals;
  return [subtotalBeforeDiscount, discount, shipping.base, total].every(
    (minor) => minorToAmount(minor, exponent) <= MAX_AMOUNT,
  );
}

/** Whether the use of a promotion can be written: its discount in the default currency may be far above that of the order. */
export function fitsUse({ discounted }: { readonly discounted: Amount }): boolean {
  return discounted <= MAX_AMOUNT;
}
