import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { amountText } from '../../../kernel/money';
import { IdGenerator } from '../../../kernel/ids';
import { insertRows } from '../../../platform/database/rows/row-reader';
import { type JobAtWork, type JobKind, type WriteBatch } from '../../../platform/jobs/job-kind';
import { customerKey } from '../../promotions/customer-key';
import { poolLookup } from '../../promotions/pool-codes';
import { RejectionsService } from '../../promotions/rejections.service';
import { type PastOrder, PlacedOrdersService } from '../../orders/placed-orders.service';
import {
  type BacktestInput,
  type BacktestProgress,
  BacktestReplay,
  isListed,
  type ReplayedOrder,
} from '../backtest-replay';
import { BACKTEST, BacktestsService } from '../backtests.service';
import { BacktestOrder } from '../data/backtest-order.entity';
import { BacktestUse } from '../data/backtest-use.entity';
import { usesDue, usesOfCustomers } from '../data/backtest.queries';
import { type Tally } from '../domain/tally';
import { UseBook } from '../domain/use-book';
import { whyOf } from '../domain/why';

/** Orders that are priced in one turn of the event loop: some milliseconds. Without Redis the process also serves the API. */
const AT_ONCE = 25;

type Work = JobAtWork<BacktestInput, BacktestProgress>;

/**
 * Replays the orders of a window in the order they were placed. A batch reads and prices its orders without a transaction,
 * and writes what it found with how far it came: stopped anywhere, it goes on with the same orders and the same sums.
 */
@Injectable()
export class BacktestJob implements JobKind<BacktestInput, BacktestProgress> {
  readonly name = BACKTEST;
  /** Larger ones made requests beside them slower (bench/README.md, Back-tests). */
  readonly largestBatch = 100;
  readonly loadPercent = 75;
  /** Of the job worked on last: its promotions are compiled once. */
  private latest: { readonly id: string; readonly replay: BacktestReplay } | undefined;

  constructor(
    private readonly orders: PlacedOrdersService,
    private readonly rejections: RejectionsService,
    private readonly backtests: BacktestsService,
    private readonly ids: IdGenerator,
  ) {}

  async prepare(manager: EntityManager, job: Work, limit: number): Promise<WriteBatch<BacktestProgress>> {
    const replay = this.replayOf(job);
    const start = replay.start(job.progress);
    const total = job.total ?? (await this.orders.count(manager, start.at, replay.end));
    const found = await this.orders.next(manager, start, replay.end, limit);
    const place = found.last ?? start;
    const past = found.orders.filter((order) => replay.includes(order));
    const book = await this.openBook(manager, job, replay, past, place.at);
    const codes = replay.hasPools ? past.map(({ cart }) => cart.discountCode) : [];
    const pools = await poolLookup(manager, codes);
    const tally = replay.tally(job.progress);
    const replayed: ReplayedOrder[] = [];
    for (const order of past) {
      const one = replay.replay(order, book, pools);
      tally.add(one.outcome);
      replayed.push(one);
      if (replayed.length % AT_ONCE === 0) await setImmediate();
    }
    book.settle(place.at);
    await this.tell(manager, tally, replayed);
    const progress = { at: place.at.toISOString(), id: place.id, tally: tally.pack(), uses: book.pack() };
    const isLast = found.lookedAt < limit;
    const rows = replayed.filter(isListed).map((one) => this.rowOf(job.id, replay, one));
    const uses = book.taken.map((use) => ({ ...use, id: this.ids.next(), backtestId: job.id }));
    return async (tx) => {
      await insertRows(tx, BacktestOrder, rows);
      await insertRows(tx, BacktestUse, uses);
      if (isLast) await this.backtests.ended(tx, job.id);
      return { progress, done: found.lookedAt, total, isLast };
    };
  }

  private replayOf({ id, input }: Work): BacktestReplay {
    if (this.latest?.id !== id) this.latest = { id, replay: new BacktestReplay(input) };
    return this.latest.replay;
  }

  private async openBook(
    manager: EntityManager,
    { id, progress }: Work,
    replay: BacktestReplay,
    orders: readonly PastOrder[],
    until: Date,
  ): Promise<UseBook> {
    const { limited } = replay;
    if (limited.length === 0) return new UseBook([], {}, [], []);
    const keys = new Set(orders.flatMap(({ customer }) => customerKey(customer) ?? []));
    const isByCustomer = limited.some(({ customerUses }) => customerUses > 0);
    const ofCustomers = isByCustomer ? await usesOfCustomers(manager, id, [...keys]) : [];
    const due = await usesDue(manager, id, replay.start(progress).at, until);
    return new UseBook(limited, progress?.uses ?? {}, ofCustomers, due);
  }

  /** Says why for the orders that are new among the largest. */
  private async tell(manager: EntityManager, tally: Tally, replayed: readonly ReplayedOrder[]): Promise<void> {
    const untold = new Set(tally.untold);
    const orders = replayed.filter(({ outcome }) => untold.has(outcome.orderId));
    const lost = orders.map((order) => order.lost);
    const told = await this.rejections.tell(manager, lost, 'en');
    tally.tell(
      new Map(
        orders.map(({ outcome, changes }, i) => {
          const messages = new Map(told[i]?.map(({ id, message }) => [id, message]));
          const whys = changes.map((change) => ({ ...change, message: messages.get(change.id) ?? null }));
          return [outcome.orderId, whyOf(whys)];
        }),
      ),
    );
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
