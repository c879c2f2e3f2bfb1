import { type OrderPlace, type PastOrder } from '../orders/placed-orders.service';
import { type RejectedPromotion } from '../promotions/frozen-promotion';
import {
  type PackedPromotion,
  PromotionTrial,
  type TrialCodes,
  type TrialMode,
  unpackPromotion,
} from '../promotions/promotion-trial';
import { type PoolLookup } from '../promotions/pool-codes';
import { passes, type ReplayFilter } from './domain/backtest-terms';
import { isTouched, type Outcome, type PackedTally, Tally, type ThenAndTest } from './domain/tally';
import { type CountedUses, UseBook } from './domain/use-book';
import { type PromotionChange } from './domain/why';
import { asPaid, type PricedOrder, type TakenOff, TrialPass } from './trial-pass';

/** The request of a back-test as JSON, with the promotions as they were at the request. */
export interface BacktestInput {
  /** ISO 8601, both inclusive. */
  readonly from: string;
  readonly to: string;
  readonly mode: TrialMode;
  readonly codes: TrialCodes;
  readonly filter: ReplayFilter;
  readonly promotions: readonly PackedPromotion[];
  /** The promotions of the baseline `live`; null or missing: the baseline is `then`. */
  readonly baseline?: readonly PackedPromotion[] | null;
}

/** Uses by promotion, of those that have limits or a budget. */
type PackedUses = Readonly<Record<string, CountedUses>>;

/** Progress of a back-test, as JSON. */
export interface BacktestProgress {
  /** The order that was looked at last. */
  readonly at: string;
  readonly id: string;
  readonly tally: PackedTally;
  readonly uses: PackedUses;
  /** Those of the baseline. Missing: a process of an older version wrote it. */
  readonly usesThen?: PackedUses;
}

/** An order that was replayed. */
export interface ReplayedOrder {
  readonly outcome: Outcome;
  readonly changes: readonly PromotionChange[];
  /** Rejections of promotions that gave a discount then and no longer do. */
  readonly lost: readonly RejectedPromotion[];
}

/** The uses in the baseline and in the test. */
export type UseBooks = ThenAndTest<UseBook>;

/** Replays orders as they were priced with other promotions. Made once for a back-test: it compiles them. */
export class BacktestReplay {
  readonly promotions;
  private readonly test: TrialPass;
  /** Null: the baseline is what was paid. */
  private readonly then: TrialPass | null;
  private readonly places: ReadonlyMap<string, number>;

  constructor(private readonly input: BacktestInput) {
    const { mode, codes, baseline = null } = input;
    this.promotions = input.promotions.map(unpackPromotion);
    this.places = new Map(this.promotions.map(({ id }, i) => [id, i]));
    const live = (baseline ?? []).map(unpackPromotion);
    // Against the live ones, "those that applied" are the live ones too.
    const beside = mode === 'added' ? live : [];
    const trial = new PromotionTrial(this.promotions, baseline === null ? mode : 'instead', codes, beside);
    this.test = new TrialPass(trial, [...beside, ...this.promotions]);
    this.then = baseline === null ? null : new TrialPass(new PromotionTrial(live, 'instead', 'as_used'), live);
  }

  /** Whether the baseline is the live promotions. */
  get isAgainstLive(): boolean {
    return this.then !== null;
  }

  /** Whether uses have to be counted, and by customer too. */
  get counts(): { readonly any: boolean; readonly byCustomer: boolean } {
    const limited = [...(this.then?.limited ?? []), ...this.test.limited];
    return { any: limited.length > 0, byCustomer: limited.some(({ customerUses }) => customerUses > 0) };
  }

  /** The uses so far. */
  books(progress: BacktestProgress | null): UseBooks {
    return {
      then: new UseBook(this.then?.limited ?? [], 'then', progress?.usesThen ?? {}),
      test: new UseBook(this.test.limited, null, progress?.uses ?? {}),
    };
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
    return this.test.hasPools || this.then?.hasPools === true;
  }

  includes(order: PastOrder): boolean {
    return passes(this.input.filter, order);
  }

  replay(order: PastOrder, books: UseBooks, pools: PoolLookup): ReplayedOrder {
    const then = this.then === null ? asPaid(order) : this.then.price(order, new Set(), books.then, pools);
    // Only of those that took something off is it told why they do not any more.
    const explains = new Set(then.taken.map(({ id }) => id));
    const test = this.test.price(order, explains, books.test, pools);
    const told = changesOf(then.taken, test.taken, test.rejected);
    const isOther = told.changes.some((change) => change.then !== change.test);
    return { outcome: { ...this.outcomeOf(order, then, test), isOther }, ...told };
  }

  private outcomeOf({ place }: PastOrder, then: PricedOrder, test: PricedOrder): Omit<Outcome, 'isOther'> {
    const sum = (all: readonly TakenOff[]): bigint => all.reduce((total, { amount }) => total + amount, 0n);
    const others = (all: readonly TakenOff[]): bigint => sum(all.filter(({ id }) => !this.places.has(id)));
    const applied = test.taken.flatMap(({ id, amount }) => {
      const place = this.places.get(id);
      return place === undefined ? [] : [[place, amount] as const];
    });
    return {
      orderId: place.id,
      at: place.at,
      discount: { then: sum(then.taken), test: sum(test.taken) },
      revenue: { then: then.total, test: test.total },
      applied: new Map(applied),
      others: { then: others(then.taken), test: others(test.taken) },
    };
  }
}

/** Whether an order is listed. */
export function isListed({ outcome }: ReplayedOrder): boolean {
  return isTouched(outcome);
}

function changesOf(
  then: readonly TakenOff[],
  taken: readonly TakenOff[],
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
