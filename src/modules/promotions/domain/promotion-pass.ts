import { amountText } from '../../../kernel/money';
import { type Discount, type NoEffect, type PassState, sumOf } from './actions/promotion-action';
import { actionOf } from './actions/promotion-actions';
import { type CartFacts } from './cart-facts';
import { type CompiledPromotion } from './compile-promotion';
import { type EligibilityContext, findIneligibility, type Rejection } from './eligibility/eligibility';
import { type AppliedPromotion, type RejectedPromotion, type RuleDetail } from './evaluation';
import { minorToAmount, type OrderMoney } from './order-money';
import { type BasePrices } from './price-cart';
import { type CompiledRule, WHOLE_CART } from './rules/compiled-rule';
import { MAX_EXPLAINED } from './rules/fact-value';

/** Most items that are named in a detail. */
const MAX_NAMED = 3;

/** The inputs of a pass: currency, prices before discounts, and the shipping method. */
export interface PassStart {
  readonly money: OrderMoney;
  readonly prices: BasePrices;
  /** Id of the chosen shipping method. */
  readonly shippingMethod: string | null;
}

/** A promotion that would give a discount. */
interface Bid {
  readonly promotion: CompiledPromotion;
  readonly discount: Discount;
  /** Sum of its lines. */
  readonly offLines: bigint;
  /** With shipping; above zero. */
  readonly sum: bigint;
}

/** A promotion that does not apply, independent of other promotions. */
interface LostBid extends Rejection {
  readonly promotion: CompiledPromotion;
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
  private readonly quantities: readonly bigint[];
  private terminatedBy: Pick<AppliedPromotion, 'id' | 'title'> | null = null;

  /** @param excluded promotions that another one excludes, by id, with that one (promotions.md 12a) */
  constructor(
    { money, prices, shippingMethod }: PassStart,
    private readonly excluded: ReadonlyMap<string, CompiledPromotion> = new Map(),
  ) {
    this.money = money;
    this.net = [...prices.lines];
    this.quantities = prices.quantities;
    this.units = [...prices.quantities];
    this.shipping = prices.shipping;
    this.shippingMethod = shippingMethod;
    this.everyLine = this.net.map((_, i) => i);
  }

  /**
   * Tries promotions that are already in order. Each is judged once, with or without groups. Those that are excluded are
   * rejected first: the others are priced as without them.
   */
  run(promotions: readonly CompiledPromotion[], context: EligibilityContext): void {
    const left = promotions.filter((promotion) => {
      const by = this.excluded.get(promotion.definition.id);
      if (by !== undefined) this.reject(promotion, excludedBy(by));
      return by === undefined;
    });
    for (const members of groupsOf(left, context)) this.decide(members, context);
  }

  /**
   * Applies the promotion that takes most off, the earlier one at a tie, and rejects the others. All are judged before any
   * is applied, so that no loser leaves a trace (promotions-at-scale.md 1). @param members one, or those of a group, in order
   */
  private decide(members: readonly CompiledPromotion[], context: EligibilityContext): void {
    const bids = members.map((promotion) => this.judge(promotion, context));
    const winner = bestOf(bids);
    for (const bid of bids) {
      if ('reason' in bid) this.reject(bid.promotion, bid);
      else if (winner === null || bid === winner) this.apply(bid);
      else this.reject(bid.promotion, outbidBy(winner, bid.sum));
    }
  }

  /** Returns the discount of a promotion at this place, or its rejection. Changes nothing. */
  private judge(promotion: CompiledPromotion, context: EligibilityContext): Bid | LostBid {
    const rejection = findIneligibility(promotion, context) ?? this.findStop(promotion);
    if (rejection) return { promotion, ...rejection };
    const { facts } = context;
    const { rules, items } = promotion;
    if (rules && !rules.matches(facts)) {
      return { promotion, reason: 'match_rules', detail: explained(promotion, rules, [WHOLE_CART], context) };
    }
    const matched = items ? items.select(facts, this.everyLine) : this.everyLine;
    if (items && matched.length === 0) {
      return { promotion, reason: 'match_items', detail: explained(promotion, items, this.everyLine, context) };
    }
    const wrongMethod = this.findWrongMethod(promotion);
    return wrongMethod ? { promotion, ...wrongMethod } : this.bid(promotion, matched, context);
  }

  private bid(promotion: CompiledPromotion, matched: readonly number[], context: EligibilityContext): Bid | LostBid {
    const discount = promotion.act(this, matched);
    const offLines = sumOf(discount.lines);
    const sum = offLines + discount.shipping;
    if (sum === 0n) {
      const detail = this.told(discount.noEffect ?? this.noEffectOn(promotion, matched), context.facts, matched);
      return { promotion, reason: 'no_effect', detail };
    }
    const overspent = this.findOverspending(promotion, sum, context);
    return overspent ? { promotion, ...overspent } : { promotion, discount, offLines, sum };
  }

  /** Returns why the action gave no discount on its matched lines, all lines, or shipping. */
  private noEffectOn({ definition }: CompiledPromotion, matched: readonly number[]): NoEffect {
    const { class: kind } = actionOf(definition.action);
    const lines = kind === 'product' ? matched : this.everyLine;
    const isLeft = kind === 'shipping' ? this.shipping > 0n : lines.some((i) => (this.net[i] ?? 0n) > 0n);
    return { why: isLeft ? 'too_small' : 'nothing_left' };
  }

  /** Names what more units are needed of, where these are few, and counts those that are free already. */
  private told(effect: NoEffect, facts: CartFacts, matched: readonly number[]): NoEffect {
    if (effect.why !== 'units_missing') return effect;
    const free = sumOf(matched.map((i) => (this.quantities[i] ?? 0n) - (this.units[i] ?? 0n)));
    const items = facts.goodsIn(matched);
    return {
      ...effect,
      ...(free > 0n && { free: String(free) }),
      ...(items.length <= MAX_NAMED && { items }),
    };
  }

  /** The whole discount fits into what is left of the budget, or there is none (promotions-at-scale.md 7). */
  private findOverspending(
    { definition: { id, budget } }: CompiledPromotion,
    sum: bigint,
    { usage }: EligibilityContext,
  ): Rejection | null {
    if (budget === 0n) return null;
    const spent = usage.get(id)?.spent ?? 0n;
    const left = spent < budget ? budget - spent : 0n;
    const needed = this.money.amountInDefault(minorToAmount(sum, this.money.exponent));
    if (needed <= left) return null;
    return { reason: 'budget_reached', detail: { left: amountText(left), needed: amountText(needed) } };
  }

  private findStop({ definition }: CompiledPromotion): Rejection | null {
    if (this.terminatedBy === null || definition.isPersistent) return null;
    const { id, title } = this.terminatedBy;
    return { reason: `terminated_by:${id}`, detail: { terminated_by: id, title } };
  }

  private findWrongMethod({ definition, shippingMethods }: CompiledPromotion): Rejection | null {
    if (shippingMethods === null) return null;
    if (this.shippingMethod !== null && shippingMethods.has(this.shippingMethod)) return null;
    const detail = { shipping_methods: definition.shippingMethods, actual: this.shippingMethod };
    return { reason: 'shipping_method', detail };
  }

  private apply({ promotion: { definition }, discount, offLines }: Bid): void {
    subtract(this.net, discount.lines);
    if (discount.freeUnits) subtract(this.units, discount.freeUnits);
    this.shipping -= discount.shipping;
    const { id, title, action } = definition;
    const { lines, shipping: shippingDiscount } = discount;
    this.applied.push({ id, title, action, discount: offLines, shippingDiscount, lines });
    if (definition.isTerminating) this.terminatedBy ??= { id, title };
  }

  private reject({ definition: { id, title } }: CompiledPromotion, { reason, detail }: Rejection): void {
    this.rejected.push({ id, title, reason, detail });
  }
}

/** The members of each group, at the place of the first; a promotion in no group is its only member. */
function groupsOf(promotions: readonly CompiledPromotion[], context: EligibilityContext): CompiledPromotion[][] {
  const groups: CompiledPromotion[][] = [];
  const byName = new Map<string | null, CompiledPromotion[]>();
  for (const promotion of promotions) {
    const name = groupName(promotion, context);
    const members = byName.get(name);
    if (members) members.push(promotion);
    else {
      const group = [promotion];
      groups.push(group);
      if (name !== null) byName.set(name, group);
    }
  }
  return groups;
}

/** Null: it stands alone. So does a draft, which carts never see: it must not move the place of its group. */
function groupName({ definition }: CompiledPromotion, { includesDrafts }: EligibilityContext): string | null {
  return definition.isLive || includesDrafts ? definition.bestOf : null;
}

/** The largest sum, the first at a tie; null when no promotion takes anything off. */
function bestOf(bids: readonly (Bid | LostBid)[]): Bid | null {
  let best: Bid | null = null;
  for (const bid of bids) {
    if ('sum' in bid && (best === null || bid.sum > best.sum)) best = bid;
  }
  return best;
}

function excludedBy({ definition: { id, title } }: CompiledPromotion): Rejection {
  return { reason: `excluded_by:${id}`, detail: { excluded_by: id, title } };
}

function outbidBy({ promotion, sum: most }: Bid, sum: bigint): Rejection {
  const { id, title } = promotion.definition;
  return { reason: `outbid_by:${id}`, detail: { outbid_by: id, title, ...(most === sum && { equal: true }) } };
}

/** Takes shares off values in place; most shares of most promotions are nothing. */
function subtract(values: bigint[], shares: readonly bigint[]): void {
  for (let i = 0; i < shares.length; i++) {
    const share = shares[i] ?? 0n;
    if (share !== 0n) values[i] = (values[i] ?? 0n) - share;
  }
}

/** The detail of rules that failed; null also when nobody asks for it. */
function explained(
  { definition: { id } }: CompiledPromotion,
  rule: CompiledRule,
  lines: readonly number[],
  { facts, explains }: EligibilityContext,
): RuleDetail | null {
  if (explains?.has(id) === false) return null;
  const ways = rule.explain(facts, lines);
  const [first, ...or] = ways.slice(0, MAX_EXPLAINED);
  if (!first) return null;
  const more = ways.length - MAX_EXPLAINED;
  return or.length === 0 ? first : { ...first, or, ...(more > 0 && { or_more: more }) };
}
