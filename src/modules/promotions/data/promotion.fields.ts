import { amountText } from '../../../kernel/money';
import { type NewRow } from '../../../platform/database/lists/collection';
import { canonicalCode } from '../domain/fold-text';
import { type PromotionDefinition } from '../domain/promotion-definition';
import { type Promotion } from './promotion.entity';

/** Returns a row's fields with the names and formats of the wire. A PUT merges its patch into them. */
export function fieldsOf(row: Promotion): Record<string, unknown> {
  return {
    title: row.title,
    from: row.from,
    to: row.to,
    discount_code: row.discountCode,
    max_uses: String(row.maxUses),
    customer_uses: String(row.customerUses),
    budget: amountText(row.budget),
    customer_group: row.customerGroup,
    best_of: row.bestOf,
    excludes: row.excludes,
    status: row.isLive,
    terminating: row.isTerminating,
    persistent: row.isPersistent,
    action: row.action,
    priority: String(row.priority),
    amount: amountText(row.amount),
    max_quantity: amountText(row.maxQuantity),
    trigger_quantity: String(row.triggerQuantity),
    apply_to_shipping: row.appliesToShipping,
    shipping_methods: row.shippingMethods,
    description: row.description,
    match_rules: row.matchRules,
    match_items: row.matchItems,
  };
}

/** The engine's view of a row, which was checked when it was saved. */
export function definitionOf(row: Promotion): PromotionDefinition {
  return {
    ...row,
    hasCodes: row.hasCodes ?? false,
    excludes: row.excludes ?? [],
    shippingMethods: row.shippingMethods ?? [],
  };
}

/** The row of a checked promotion; whether it has a pool is no field of its record. @param description not the engine's business */
export function rowOf(definition: PromotionDefinition, description: string): Omit<NewRow<Promotion>, 'hasCodes'> {
  const { id: _, hasCodes: __, from, to, discountCode, excludes = [], shippingMethods, ...same } = definition;
  return {
    ...same,
    // Required of a stored promotion, so never null here.
    from: from ?? '',
    to: to ?? '',
    discountCode,
    excludes: excludes.length === 0 ? null : excludes,
    codeKey: canonicalCode(discountCode) || null,
    shippingMethods: shippingMethods.length === 0 ? null : shippingMethods,
    description,
  };
}
