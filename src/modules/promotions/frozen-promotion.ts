import { amountText, parseAmount } from '../../kernel/money';
import { type CompiledPromotion, compilePromotions } from './domain/compile-promotion';
import { type PromotionDefinition } from './domain/promotion-definition';

/** A promotion as it was defined when an order used it: JSON, its amounts as decimal text. */
export type FrozenPromotion = Omit<PromotionDefinition, 'amount' | 'maxQuantity'> & {
  readonly amount: string;
  readonly maxQuantity: string;
};

/** Keeps the definition of a promotion, whatever becomes of the promotion (orders-that-stay-true.md 2). */
export function freezePromotion(definition: PromotionDefinition): FrozenPromotion {
  return {
    id: definition.id,
    title: definition.title,
    isLive: definition.isLive,
    from: definition.from,
    to: definition.to,
    discountCode: definition.discountCode,
    maxUses: definition.maxUses,
    customerUses: definition.customerUses,
    customerGroup: definition.customerGroup,
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

/** Frozen promotions, ready to price with, in the order of the pass. */
export function thawPromotions(frozen: readonly FrozenPromotion[]): readonly CompiledPromotion[] {
  return compilePromotions(
    frozen.map((promotion) => ({
      ...promotion,
      amount: parseAmount(promotion.amount),
      maxQuantity: parseAmount(promotion.maxQuantity),
    })),
  );
}
