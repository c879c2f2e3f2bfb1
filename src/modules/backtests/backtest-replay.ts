import { type OrderPlace, type PastOrder } from '../orders/placed-orders.service';
import { customerKey } from '../promotions/customer-key';
import {
  type Evaluation,
  inDefaultCurrency,
  minorToAmount,
  type RejectedPromotion,
} from '../promotions/frozen-promotion';
import {
  type PackedPromotion,
  PromotionTrial,
  type TrialCodes,
  type TrialMode,
  unpackPromotion,
} from '../promotions/promotion-trial';
import { type PoolLookup } from '../promotions/pool-codes';
import { passes, type ReplayFilter } from './domain/backtest-terms';
import { isTouched, type Outcome, type PackedTally, Tally } from './domain/tally';
import { type CountedUses, isLimited, type UseBook } from './domain/use-book';
import { type PromotionChange } from './domain/why';

/** The request of a back-test as JSON, with the promotions as they were at the request. */
export interface BacktestInput {
  /** ISO 8601, both inclusive. */
  readonly from: string;
  readonly to: string;
  readonly mode: TrialMode;
  readonly codes: TrialCodes;
  readonly filter: ReplayFilter;
  readonly promotions: readonly PackedPromotion[];
}

/** Progress of a back-test, as JSON. */
export interface BacktestProgress {
  /** The order that was looked at last. */
  readonly at: string;
  readonly id: string;
  readonly tally: PackedTally;
  /** By promotion, of those that have limits or a budget. */
  readonly uses: Readonly<Record<string, CountedUses>>;
}

/** An order that was replayed. */
export interface ReplayedOrder {
  readonly outcome: Outcome;
  readonly changes: readonly PromotionChange[];
  /** Rejections of promotions that gave a discount then and no longer do. */
  readonly lost: readonly RejectedPromotion[];
}

/** Replays orders as they were priced with other promotions. Made once for a back-test: it compiles them. */
export class BacktestReplay {
  readonly promotions;
  private readonly trial: PromotionTrial;
  private readonly places: ReadonlyMap<string, number>;

  constructor(private readonly input: BacktestInput) {
    this.promotions = input.promotions.map(unpackPromotion);
    this.trial = new PromotionTrial(this.promotions, input.mode, input.codes);
    this.places = new Map(this.promotions.map(({ id }, i) => [id, i]));
  }

  /** Whether uses have to be counted. */
  get limited() {
    return this.promotions.filter(isLimited);
  }

  /** Where it begins. */
  start(progress: BacktestProgress | null): OrderPlace {
    if (progress === null) return { at: new Date(this.input.from), id: '0' };
    return { at: new Date(progress.at), id: progress.id };
  }

  get end(): Date {
    return new Date(this.input.to);
  }

  tally(progress: BacktestProgress | null): Tally {
    return new Tally(progress?.tally ?? null, this.promotions.length);
  }

  /** Whether codes of orders have to be looked up. */
  get hasPools(): boolean {
    return this.trial.hasPools;
  }

  includes(order: PastOrder): boolean {
    return passes(this.input.filter, order);
  }

  replay(order: PastOrder, book: UseBook, pools: PoolLookup): ReplayedOrder {
    const key = customerKey(order.customer);
    const usage = book.at(order.place.at, key);
    const { cart, customer, instant, timeZone } = order;
    // Only of those that took something off is it told why they do not any more.
    const explains = new Set(order.discounts.map(({ promotionId }) => promotionId));
    const tried = { cart, customer, instant, timeZone, kept: order.promotions, usage, explains };
    const after = this.trial.price(tried, pools);
    const inDefault = inDefaultOf(order);
    const taken = after.applied.map(({ id, title, discount, shippingDiscount }) => {
      const amount = inDefault(minorToAmount(discount + shippingDiscount, after.exponent));
      return { id, title, amount };
    });
    for (const { id, amount } of taken)
      book.take({ promotionId: id, customerKey: key, discounted: amount, until: order.releasedAt });
    const then = order.discounts.map(({ promotionId, title, amount }) => ({
      id: promotionId,
      title,
      amount: inDefault(amount),
    }));
    const told = changesOf(then, taken, after.rejected);
    const isOther = told.changes.some((change) => change.then !== change.test);
    return { outcome: { ...this.outcomeOf(order, after, then, taken), isOther }, ...told };
  }

  private outcomeOf(order: PastOrder, after: Evaluation, then: Amounts, taken: Amounts): Omit<Outcome, 'isOther'> {
    const inDefault = inDefaultOf(order);
    const sum = (all: Amounts): bigint => all.reduce((total, { amount }) => total + amount, 0n);
    const others = (all: Amounts): bigint => sum(all.filter(({ id }) => !this.places.has(id)));
    const total = inDefault(minorToAmount(after.totals.total, after.exponent));
    const applied = taken.flatMap(({ id, amount }) => {
      const place = this.places.get(id);
      return place === undefined ? [] : [[place, amount] as const];
    });
    return {
      orderId: order.place.id,
      at: order.place.at,
      discount: { then: sum(then), test: sum(taken) },
      revenue: { then: inDefault(order.total), test: total },
      applied: new Map(applied),
      others: { then: others(then), test: others(taken) },
    };
  }
}

/** Whether an order is listed. */
export function isListed({ outcome }: ReplayedOrder): boolean {
  return isTouched(outcome);
}

type Amounts = readonly { readonly id: string; readonly amount: bigint }[];
type Taken = readonly { readonly id: string; readonly title: string; readonly amount: bigint }[];

function changesOf(
  then: Taken,
  taken: Taken,
  rejected: readonly RejectedPromotion[],
): Pick<ReplayedOrder, 'changes' | 'lost'> {
  const before = new Map(then.map((one) => [one.id, one.amount]));
  const now = new Map(taken.map((one) => [one.id, one.amount]));
  const both = [...then, ...taken.filter(({ id }) => !before.has(id))];
  const changes = both.map(({ id, title }) => ({
    id,
    title,
    then: before.get(id) ?? null,
    test: now.get(id) ?? null,
    message: null,
  }));
  const lost = rejected.filter(({ id }) => before.has(id) && !now.has(id));
  return { changes, lost };
}

/** Converts an amount of an order as its ledger does (promotions-at-scale.md 7). */
function inDefaultOf({ cart: { currency } }: PastOrder): (amount: bigint) => bigint {
  if (currency.exchangeRate === '1') return (amount) => amount;
  return (amount) => inDefaultCurrency(amount, currency);
}
