import { Inject, Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { type HeldUse, usageWithout } from './limits/given-back';
import { isId } from '../../kernel/ids';
import { amountNumber } from '../../kernel/money';
import { CONFIG, type Config } from '../../platform/config/config';
import { customerKey } from './customer-key';
import { type CartCustomer, type CartSnapshot } from './domain/cart-snapshot';
import { type CompiledPromotion } from './domain/compile-promotion';
import { type EvaluationInput, evaluatePromotions } from './domain/evaluate-promotions';
import { type Evaluation } from './domain/evaluation';
import { canonicalCode } from './domain/fold-text';
import { inDefaultCurrency, minorToAmount, type OrderCurrency } from './domain/order-money';
import { type PoolCode } from './domain/pool-code';
import { poolCodeOf } from './pool-codes';
import { PromotionsCache } from './promotions.cache';
import { type CountedPromotions, readUsage } from './data/usage.queries';
import { type AppliedUse } from './redemptions.service';

export type { CartCustomer, CartLine, CartShipping, CartSnapshot, RelationFact } from './domain/cart-snapshot';
export type { Evaluation, RejectionReason } from './domain/evaluation';
export { codeRefusal } from './codes/code-outcome';
export { minorToAmount };

/** A cart to price, and for whom. */
export interface PricedCart {
  readonly cart: CartSnapshot;
  readonly customer: CartCustomer | null;
  /** Uses that count as given back already: those of the buyer's own unpaid order (orders-and-payments.md 38). */
  readonly givenBack?: readonly HeldUse[];
}

/** The price of a cart with and without its promotions. */
export interface Priced {
  /** The cart, completed by the store's defaults. */
  readonly cart: CartSnapshot;
  /** Without any promotion. */
  readonly before: Evaluation;
  readonly after: Evaluation;
  /** For `RedemptionsService.take`, in the order they were applied; amounts in the order's currency. */
  readonly uses: readonly AppliedUse[];
  /** The cart's code in its pool; null: it belongs to none. */
  readonly poolCode: PoolCode | null;
  /** The terms that it was priced with. */
  readonly terms: PricingTerms;
  /** IANA name of the time zone of dates and hours. */
  readonly timeZone: string;
}

/** The promotions and the instant to price with. */
export interface PricingTerms {
  /** In order, as `compilePromotions` leaves them. */
  readonly promotions: readonly CompiledPromotion[];
  readonly instant: Date;
  readonly includesDrafts: boolean;
}

/** Prices carts with the promotions of the store. No other class calls the engine for them. */
@Injectable()
export class PricingService {
  constructor(
    private readonly cache: PromotionsCache,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** The price of a cart, with promotions at most a second old. Takes nothing. */
  async price(manager: EntityManager, priced: PricedCart): Promise<Priced> {
    const { live } = await this.cache.current(manager);
    return this.priceOn(manager, priced, this.terms(live));
  }

  /** The price of a cart for its checkout: promotions and uses as they are within the transaction. */
  async priceWithin(tx: EntityManager, priced: PricedCart): Promise<Priced> {
    const { live } = await this.cache.within(tx);
    return this.priceOn(tx, priced, this.terms(live));
  }

  /**
   * Prices a cart on the given terms. Its prices include tax where the store says so, unless it says itself
   * (orders-and-payments.md 25). Reads the uses of promotions that have limits or a budget only.
   */
  async priceOn(manager: EntityManager, priced: PricedCart, terms: PricingTerms): Promise<Priced> {
    const { cart: sent, customer, givenBack = [] } = priced;
    const { timeZone, pricesIncludeTax } = this.config.store;
    const cart = { pricesIncludeTax, ...sent };
    const key = customerKey(customer);
    const usage = usageWithout(await readUsage(manager, countedOf(terms), key), givenBack, key);
    const poolCode = await poolCodeOf(manager, cart.discountCode, terms, givenBack);
    const same = { cart, customer, usage, poolCode, timeZone, instant: terms.instant };
    const input = { ...same, promotions: terms.promotions, includesDrafts: terms.includesDrafts };
    const after = withWhatKnownGet(evaluatePromotions(input), input);
    return {
      cart,
      before: evaluatePromotions({ ...same, promotions: [] }),
      after,
      uses: usesOf(after, terms.promotions, cart.currency, poolCode),
      poolCode,
      terms,
      timeZone,
    };
  }

  /** The promotion of a code typed at a cart, drafts included: its own code, or one of its pool. */
  async byCode(manager: EntityManager, code: string): Promise<CompiledPromotion | undefined> {
    const { all, byCode } = await this.cache.within(manager);
    const own = byCode.get(canonicalCode(code));
    if (own !== undefined) return own;
    const poolCode = await poolCodeOf(manager, code, { promotions: all, instant: this.clock.now() });
    return all.find(({ definition }) => definition.id === poolCode?.promotionId);
  }

  private terms(promotions: readonly CompiledPromotion[]): PricingTerms {
    return { promotions, instant: this.clock.now(), includesDrafts: false };
  }
}

/** Tells of each promotion that is for known customers only what it would take off if the customer were known. */
function withWhatKnownGet(after: Evaluation, input: EvaluationInput): Evaluation {
  if (!after.rejected.some(({ reason }) => reason === 'customer_required')) return after;
  const { applied } = evaluatePromotions({ ...input, assumesCustomer: true, explains: new Set() });
  const given = new Map(applied.map(({ id, discount, shippingDiscount }) => [id, discount + shippingDiscount]));
  const tell = (minor = 0n): number => amountNumber(minorToAmount(minor, after.exponent));
  const rejected = after.rejected.map((one) =>
    one.reason === 'customer_required' ? { ...one, would_take_off: tell(given.get(one.id)) } : one,
  );
  return { ...after, rejected };
}

/** Unsaved promotions may have ids that no promotion of the store can have. */
function countedOf({ promotions }: PricingTerms): CountedPromotions {
  const stored = promotions.map(({ definition }) => definition).filter(({ id }) => isId(id));
  return {
    limited: stored.filter(({ maxUses, customerUses }) => maxUses > 0 || customerUses > 0).map(({ id }) => id),
    budgeted: stored.filter(({ budget }) => budget > 0n).map(({ id }) => id),
  };
}

function usesOf(
  { applied, exponent }: Evaluation,
  promotions: readonly CompiledPromotion[],
  currency: OrderCurrency,
  poolCode: PoolCode | null,
): AppliedUse[] {
  const limits = new Map(promotions.map(({ definition }) => [definition.id, definition]));
  return applied.map(({ id, discount, shippingDiscount }) => {
    const { maxUses = 0, customerUses = 0, budget = 0n, discountCode = null } = limits.get(id) ?? {};
    const amount = minorToAmount(discount + shippingDiscount, exponent);
    const limited = { promotionId: id, maxUses, customerUses, budget };
    const by = poolCode?.promotionId === id ? poolCode : { code: discountCode, id: null };
    return { ...limited, amount, discounted: inDefaultCurrency(amount, currency), code: by.code, codeId: by.id };
  });
}
