import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { monotonicMs } from '../../../kernel/clock';
import { amountText } from '../../../kernel/money';
import { IdGenerator } from '../../../kernel/ids';
import { insertRows } from '../../../platform/database/rows/row-reader';
import {
  type BatchOutcome,
  type JobAtWork,
  type JobKind,
  type Rests,
  type WriteBatch,
} from '../../../platform/jobs/job-kind';
import { poolLookup } from '../../promotions/pool-codes';
import { RejectionsService } from '../../promotions/rejections.service';
import { SettingNamesService } from '../../settings/setting-names.service';
import { type PastOrder, PlacedOrdersService } from '../../orders/placed-orders.service';
import { type BacktestInput, type BacktestProgress, BacktestReplay, type ReplayedOrder } from '../backtest-replay';
import { BACKTEST, BacktestsService } from '../backtests.service';
import { BacktestOrder } from '../data/backtest-order.entity';
import { BacktestUse } from '../data/backtest-use.entity';
import { usesDue, usesOfCustomers } from '../data/backtest.queries';
import { type BacktestBaseline } from '../domain/backtest-terms';
import { type WhyLanguage, type Whys, whysOf } from '../domain/why';
import { BacktestBatch } from './backtest-batch';
import { type PastOrderPart, PastOrderParts } from './past-order-parts';

/** Orders that are priced in one turn of the event loop: one or two milliseconds. Without Redis the process also serves the API. */
const AT_ONCE = 4;
/** Orders of one read: two or three milliseconds of the database, which others wait for. Alone, fewer statements are quicker. */
const PART = 8;
const PART_ALONE = 100;
/** Milliseconds after which a batch begins no further part: so long it takes to notice that the job was cancelled. */
const MAX_MS = 500;

type Work = JobAtWork<BacktestInput, BacktestProgress>;
type BatchEnd = Pick<BatchOutcome<BacktestProgress>, 'total' | 'isLast'>;

/**
 * Replays the orders of a window in the order they were placed. A batch reads and prices its orders without a transaction,
 * and writes what it found with how far it came: stopped anywhere, it goes on with the same orders and the same sums.
 */
@Injectable()
export class BacktestJob implements JobKind<BacktestInput, BacktestProgress> {
  readonly name = BACKTEST;
  readonly largestBatch = 1_000;
  readonly loadPercent = 20;
  readonly loadPercentAlone = 100;
  /** Replay of the job that ran last, so that its promotions are compiled once. */
  private latest: { readonly id: string; readonly replay: BacktestReplay } | undefined;
  private readonly parts: PastOrderParts;

  constructor(
    private readonly orders: PlacedOrdersService,
    private readonly rejections: RejectionsService,
    private readonly names: SettingNamesService,
    private readonly backtests: BacktestsService,
    private readonly ids: IdGenerator,
  ) {
    this.parts = new PastOrderParts(orders);
  }

  async prepare(manager: EntityManager, job: Work, limit: number, rests: Rests): Promise<WriteBatch<BacktestProgress>> {
    const replay = this.replayOf(job);
    const total = job.total ?? (await this.orders.count(replay.start(null).at, replay.end));
    const batch = new BacktestBatch(replay, job.progress);
    const size = Math.min(limit, rests.share === 100 ? PART_ALONE : PART);
    const until = monotonicMs() + MAX_MS;
    let part: PastOrderPart;
    do {
      part = await this.parts.next({ jobId: job.id, after: batch.place, to: replay.end, limit: size });
      const replayed = await this.replayPart(manager, job.id, batch, part, rests);
      await this.tell(manager, batch, replayed);
    } while (!part.isLast && batch.lookedAt < limit && monotonicMs() < until);
    // The runner counts the statements of others next.
    await this.parts.settle();
    return this.writing(job, batch, { total, isLast: part.isLast });
  }

  private writing(job: Work, batch: BacktestBatch, end: BatchEnd): WriteBatch<BacktestProgress> {
    const { progress, lookedAt, replay } = batch;
    const rows = batch.touched.map((one) => this.rowOf(job.id, replay, one));
    const uses = batch.uses.map((use) => ({ ...use, id: this.ids.next(), backtestId: job.id }));
    return async (tx) => {
      await insertRows(tx, BacktestOrder, rows);
      await insertRows(tx, BacktestUse, uses);
      if (end.isLast) await this.backtests.ended(tx, job.id);
      return { progress, done: lookedAt, ...end };
    };
  }

  private replayOf({ id, input }: Work): BacktestReplay {
    if (this.latest?.id !== id) this.latest = { id, replay: new BacktestReplay(input) };
    return this.latest.replay;
  }

  private async replayPart(
    manager: EntityManager,
    id: string,
    batch: BacktestBatch,
    part: PastOrderPart,
    rests: Rests,
  ): Promise<ReplayedOrder[]> {
    const { replay } = batch;
    const place = part.last ?? batch.place;
    const orders = part.orders.filter((order) => replay.includes(order));
    await this.recall(manager, id, batch, orders, place.at);
    const codes = replay.hasPools ? orders.map(({ cart }) => cart.discountCode) : [];
    const pools = await poolLookup(manager, codes);
    const replayed: ReplayedOrder[] = [];
    for (const order of orders) {
      replayed.push(batch.add(order, pools));
      if (replayed.length % AT_ONCE === 0) await rests.take();
    }
    batch.reach(place, part.lookedAt);
    return replayed;
  }

  /** Reads the uses of earlier batches that count for these orders. */
  private async recall(
    manager: EntityManager,
    id: string,
    batch: BacktestBatch,
    orders: readonly PastOrder[],
    until: Date,
  ): Promise<void> {
    const { counts } = batch.replay;
    if (!counts.any) return;
    const ofCustomers = counts.byCustomer ? await usesOfCustomers(manager, id, batch.newCustomers(orders)) : [];
    batch.recall(ofCustomers, await usesDue(manager, id, batch.place.at, until));
  }

  /** Says why for the orders that are new among those shown. */
  private async tell(
    manager: EntityManager,
    { tally, replay }: BacktestBatch,
    replayed: readonly ReplayedOrder[],
  ): Promise<void> {
    const untold = new Set(tally.untold);
    if (untold.size === 0) return;
    const orders = replayed.filter(({ outcome }) => untold.has(outcome.orderId));
    const baseline = replay.isAgainstLive ? 'live' : 'then';
    const inWords = (language: WhyLanguage) => this.whys(manager, orders, baseline, language);
    const whys = { en: await inWords('en'), de: await inWords('de') };
    const told = orders.map(({ outcome }, i): [string, Whys] => {
      return [outcome.orderId, { en: whys.en[i] ?? [], de: whys.de[i] ?? [] }];
    });
    tally.tell(new Map(told));
  }

  /** The reasons of orders in a language, in their order. */
  private async whys(
    manager: EntityManager,
    orders: readonly ReplayedOrder[],
    baseline: BacktestBaseline,
    language: WhyLanguage,
  ): Promise<string[][]> {
    const lost = orders.map((order) => order.lost);
    const told = await this.rejections.tell(manager, lost, language, 'order');
    const { currency } = await this.names.names(manager);
    return orders.map(({ changes }, i) => {
      const messages = new Map(told[i]?.map(({ id, message }) => [id, message]));
      const said = changes.map((change) => ({ ...change, message: messages.get(change.id) ?? null }));
      return whysOf(said, currency, language, baseline);
    });
  }

  private rowOf(backtestId: string, { promotions }: BacktestReplay, { outcome }: ReplayedOrder): BacktestOrder {
    const { orderId, at, discount, revenue, applied } = outcome;
    return {
      id: this.ids.next(),
      backtestId,
      orderId,
      placedAt: at,
      discountThen: discount.then,
      discountTest: discount.test,
      revenueThen: revenue.then,
      revenueTest: revenue.test,
      promotions: [...applied].map(([place, amount]) => [promotions[place]?.id ?? '', amountText(amount)] as const),
    };
  }
}
