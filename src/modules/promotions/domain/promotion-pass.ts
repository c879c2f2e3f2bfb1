import { type Discount, type PassState } from './actions/promotion-action';
import { type CartFacts } from './cart-facts';
import { type CompiledPromotion } from './compile-promotion';
import { type EligibilityContext, findIneligibility, type Rejection } from './eligibility';
import { type AppliedPromotion, type RejectedPromotion, type RuleDetail } from './evaluation';
import { type OrderMoney } from './order-money';
import { type BasePrices } from './price-cart';
import { type CompiledRule, WHOLE_CART } from './rules/compiled-rule';

/** Where a pass starts. */
export interface PassStart {
  readonly money: OrderMoney;
  readonly prices: BasePrices;
  /** Id of the chosen shipping method. */
  readonly shippingMethod: string | null;
}

/** The one pass of promotions.md 9 to 12: each promotion sees what those before it left. */
export class PromotionPass implements PassState {
  readonly money: OrderMoney;
  readonly net: bigint[];
  readonly units: bigint[];
  readonly shippingMethod: string | null;
  readonly applied: AppliedPromotion[] = [];
  readonly rejected: RejectedPromotion[] = [];
  shipping: bigint;
  private readonly everyLine: readonly number[];
  private terminatedBy: string | null = null;

  constructor({ money, prices, shippingMethod }: PassStart) {
    this.money = money;
    this.net = [...prices.lines];
    this.units = [...prices.quantities];
    this.shipping = prices.shipping;
    this.shippingMethod = shippingMethod;
    this.everyLine = this.net.map((_, i) => i);
  }

  /** Tries promotions that are already in order. */
  run(promotions: readonly CompiledPromotion[], context: EligibilityContext): void {
    for (const promotion of promotions) {
      const rejection = this.tryPromotion(promotion, context);
      if (rejection)
        this.rejected.push({ id: promotion.definition.id, title: promotion.definition.title, ...rejection });
    }
  }

  private tryPromotion(promotion: CompiledPromotion, context: EligibilityContext): Rejection | null {
    const rejection = findIneligibility(promotion, context) ?? this.findStop(promotion);
    if (rejection) return rejection;
    const { facts } = context;
    const { rules, items } = promotion;
    if (rules && !rules.matches(facts, WHOLE_CART)) {
      return { reason: 'match_rules', detail: explainRules(rules, facts, [WHOLE_CART]) };
    }
    const matched = items ? items.select(facts, this.everyLine) : this.everyLine;
    if (items && matched.length === 0) {
      return { reason: 'match_items', detail: explainRules(items, facts, this.everyLine) };
    }
    return this.findWrongMethod(promotion) ?? this.apply(promotion, promotion.act(this, matched));
  }

  private findStop({ definition }: CompiledPromotion): Rejection | null {
    if (this.terminatedBy === null || definition.isPersistent) return null;
    return { reason: `terminated_by:${this.terminatedBy}`, detail: { terminated_by: this.terminatedBy } };
  }

  private findWrongMethod({ definition, shippingMethods }: CompiledPromotion): Rejection | null {
    if (shippingMethods === null) return null;
    if (this.shippingMethod !== null && shippingMethods.has(this.shippingMethod)) return null;
    const detail = { shipping_methods: definition.shippingMethods, actual: this.shippingMethod };
    return { reason: 'shipping_method', detail };
  }

  private apply({ definition }: CompiledPromotion, discount: Discount): Rejection | null {
    const offLines = subtract(this.net, discount.lines);
    if (offLines + discount.shipping === 0n) return { reason: 'no_effect', detail: null };
    if (discount.freeUnits) subtract(this.units, discount.freeUnits);
    this.shipping -= discount.shipping;
    const { id, title, action } = definition;
    const { lines, shipping: shippingDiscount } = discount;
    this.applied.push({ id, title, action, discount: offLines, shippingDiscount, lines });
    if (definition.isTerminating) this.terminatedBy ??= id;
    return null;
  }
}

/** Takes shares off values in place; most shares of most promotions are nothing. @returns their sum */
function subtract(values: bigint[], shares: readonly bigint[]): bigint {
  let sum = 0n;
  for (let i = 0; i < shares.length; i++) {
    const share = shares[i] ?? 0n;
    if (share === 0n) continue;
    values[i] = (values[i] ?? 0n) - share;
    sum += share;
  }
  return sum;
}

function explainRules(rule: CompiledRule, facts: CartFacts, lines: readonly number[]): RuleDetail | null {
  const [first, ...or] = rule.explain(facts, lines);
  if (!first) return null;
  return or.length === 0 ? first : { ...first, or };
}
