import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { ValidationFailed } from '../../kernel/errors';
import { IdGenerator, isId } from '../../kernel/ids';
import { Transactions } from '../../platform/database/connection/transactions';
import { conditionsOf, type ListQuery, type Page, requireSort } from '../../platform/database/lists/listing';
import { matching, readPage } from '../../platform/database/lists/page-reader';
import { trackChanges } from '../../platform/database/rows/row-changes';
import { Collection } from '../../platform/database/lists/collection';
import { type IfMatch, requireMatch } from '../../platform/database/rows/entity-tag';
import { ACTIVE_STATES, Job } from '../../platform/jobs/job.entity';
import { type JobReading, Jobs } from '../../platform/jobs/jobs';
import {
  packPromotion,
  type PromotionDefinition,
  type TrialCodes,
  type TrialMode,
} from '../promotions/promotion-trial';
import { type Language, LANGUAGES } from '../promotions/message-language';
import { PromotionRecords } from '../promotions/promotion-records';
import { readIdeas } from '../promotions/promotion-ideas';
import { PromotionsCache } from '../promotions/promotions.cache';
import { type SentPromotion } from '../promotions/promotions.service';
import { type BacktestInput } from './backtest-replay';
import { backtestOrderRecord, type BacktestOrderRecord } from './backtest-order.record';
import { backtestRecord, type BacktestRecord } from './backtest.record';
import { BacktestNotFound, TooManyBacktests } from './backtests.errors';
import { BacktestOrder } from './data/backtest-order.entity';
import { backtestListing, backtestOrderListing } from './data/backtest.listing';
import { Backtest } from './data/backtest.entity';
import { type BacktestBaseline, type NamedPromotion, type ReplayFilter } from './domain/backtest-terms';
import { backtestSummary, listedBacktest, type ListedBacktestRecord } from './listed-backtest.record';

/** Name of the kind of job. */
export const BACKTEST = 'backtest';
/** Days of the longest window: each is an entry of the result. */
export const MAX_DAYS = 366;
/** Days of the window of a request that names no beginning. */
export const DEFAULT_DAYS = 30;
export const MAX_PROMOTIONS = 100;
/** Back-tests that wait or run at once. */
const MAX_ACTIVE = 20;
const DAY_MS = 86_400_000;

/** A request for a back-test. Null: not sent. */
export interface BacktestRequest {
  readonly from: Date | null;
  readonly to: Date | null;
  /** Definitions, and ids of promotions of the store; null: those that are live. */
  readonly promotions: readonly (SentPromotion | string)[] | null;
  readonly mode: TrialMode;
  readonly baseline: BacktestBaseline;
  readonly codes: TrialCodes;
  readonly filter: ReplayFilter;
}

/** Back-tests: what promotions would have done to past orders (promotions-at-scale.md 10). They change no order. */
@Injectable()
export class BacktestsService {
  private readonly backtests: Collection<Backtest, object>;

  constructor(
    private readonly transactions: Transactions,
    private readonly jobs: Jobs,
    private readonly cache: PromotionsCache,
    private readonly stored: PromotionRecords,
    private readonly clock: Clock,
    ids: IdGenerator,
  ) {
    const notFound = (): BacktestNotFound => new BacktestNotFound();
    const records = async (_: EntityManager, rows: readonly Backtest[]): Promise<object[]> => rows.map(backtestSummary);
    this.backtests = new Collection({ entity: Backtest, listing: backtestListing, records, notFound }, ids, clock);
  }

  /** Asks for a back-test, which a worker begins within a second. @throws ValidationFailed naming each field at fault, TooManyBacktests */
  create(request: BacktestRequest): Promise<BacktestRecord> {
    const window = this.windowOf(request);
    return this.transactions.run(async (tx) => {
      const promotions = await this.promotionsOf(tx, request.promotions);
      const baseline = request.baseline === 'live' ? await this.liveBeside(tx, promotions) : null;
      // One row that all creations lock, so that of those at the same time each counts the ones before.
      await this.cache.lock(tx);
      const active = await tx.countBy(Job, { kind: BACKTEST, state: In([...ACTIVE_STATES]) });
      if (active >= MAX_ACTIVE) throw new TooManyBacktests(MAX_ACTIVE);
      const { mode, codes, filter } = request;
      const names = { promotions: named(promotions), baselinePromotions: baseline && named(baseline) };
      const terms = { ...window, mode, codes, filter, ...names };
      const row = await this.backtests.insert(tx, { ...terms, state: 'queued' });
      const [from, to] = [window.from.toISOString(), window.to.toISOString()];
      const packed = { promotions: promotions.map(packPromotion), baseline: baseline?.map(packPromotion) ?? null };
      const input: BacktestInput = { from, to, mode, codes, filter, ...packed };
      const job = await this.jobs.create(tx, { id: row.id, kind: BACKTEST, subject: null, input, total: null });
      // It has no result yet, and so no words.
      return backtestRecord(row, job, LANGUAGES[0]);
    });
  }

  /** Back-tests without their results, the newest first unless asked otherwise. @throws ValidationFailed */
  async page(list: ListQuery): Promise<Page<ListedBacktestRecord>> {
    const { manager } = this.transactions;
    requireSort(backtestListing, list);
    const conditions = conditionsOf(backtestListing, list.filters);
    if (conditions === undefined) return { rows: [], total: 0 };
    const { rows, total } = await readPage(manager, matching(manager, Backtest, conditions), backtestListing, list);
    const jobs = await this.jobs.states(
      manager,
      rows.map(({ id }) => id),
    );
    const none = { done: 0, total: null, error: null };
    return { total, rows: rows.map((row) => listedBacktest(row, jobs.get(row.id) ?? { ...row, ...none })) };
  }

  /** @param language of the reasons @throws BacktestNotFound */
  get(id: string, language: Language = LANGUAGES[0]): Promise<BacktestRecord> {
    return this.record(this.transactions.manager, id, language);
  }

  /** The orders that a back-test touched so far, the newest first unless asked otherwise. @throws BacktestNotFound */
  async orders(id: string, list: ListQuery): Promise<Page<BacktestOrderRecord>> {
    const { manager } = this.transactions;
    await this.backtests.row(manager, id);
    const { input } = await this.jobOf(manager, id);
    requireSort(backtestOrderListing, list);
    const conditions = conditionsOf(backtestOrderListing, list.filters);
    if (conditions === undefined) return { rows: [], total: 0 };
    const found = matching(manager, BacktestOrder, [{ backtestId: id }, ...conditions]);
    const { rows, total } = await readPage(manager, found, backtestOrderListing, list);
    const titles = new Map((input as BacktestInput).promotions.map(({ id: promotion, title }) => [promotion, title]));
    return { total, rows: rows.map((row) => backtestOrderRecord(row, titles)) };
  }

  /**
   * Cancels a back-test that has not ended, and removes one that has.
   * @param language of the record that `ifMatch` was read with
   * @returns whether it was removed
   * @throws BacktestNotFound, StaleRecord
   */
  cancelOrRemove(id: string, ifMatch: IfMatch, language: Language): Promise<boolean> {
    return this.transactions.run(async (tx) => {
      // The job first, as its worker does. The record shows it too: its progress makes another version.
      if (ifMatch !== undefined) requireMatch(ifMatch, await this.record(tx, id, language, { lock: true }));
      const isCancelled = isId(id) && (await this.jobs.cancel(tx, id));
      if (isCancelled) {
        await this.backtests.change(tx, id, undefined, (row) => void (row.state = 'cancelled'));
        return false;
      }
      await this.backtests.remove(tx, id, undefined);
      await tx.delete(Job, { id });
      return true;
    });
  }

  /** Notes the end of a back-test, in the transaction of its last batch. */
  async ended(tx: EntityManager, id: string): Promise<void> {
    const row = await this.backtests.lock(tx, id);
    const save = trackChanges(tx, Backtest, row);
    row.state = 'done';
    await save();
  }

  /** @param options of its job @throws BacktestNotFound */
  private async record(
    manager: EntityManager,
    id: string,
    language: Language,
    options?: JobReading,
  ): Promise<BacktestRecord> {
    const job = await this.jobOf(manager, id, options);
    return backtestRecord(await this.backtests.row(manager, id), job, language);
  }

  private async jobOf(manager: EntityManager, id: string, options?: JobReading): Promise<Job> {
    const job = isId(id) ? await this.jobs.find(manager, id, [BACKTEST], options) : null;
    if (job === null) throw new BacktestNotFound();
    return job;
  }

  private windowOf({ from, to }: BacktestRequest): { from: Date; to: Date } {
    const last = to ?? this.clock.now();
    const first = from ?? new Date(Math.max(0, last.getTime() - DEFAULT_DAYS * DAY_MS));
    if (first > last) throw ValidationFailed.of('from', 'must not be after to');
    if (last.getTime() - first.getTime() > MAX_DAYS * DAY_MS)
      throw ValidationFailed.of('from', `must be at most ${MAX_DAYS} days before to`);
    return { from: first, to: last };
  }

  private async promotionsOf(
    tx: EntityManager,
    sent: BacktestRequest['promotions'],
  ): Promise<readonly PromotionDefinition[]> {
    const { all, live } = await this.cache.within(tx);
    const stored = new Map(all.map(({ definition }) => [definition.id, definition]));
    const asked = sent ?? live.map(({ definition }) => definition.id);
    if (asked.length > MAX_PROMOTIONS)
      throw ValidationFailed.of('promotions', `must be at most ${MAX_PROMOTIONS}: name those to test`);
    return readIdeas(asked, (id) => stored.get(id));
  }

  /** The promotions of the baseline `live`. */
  private async liveBeside(
    tx: EntityManager,
    tested: readonly PromotionDefinition[],
  ): Promise<readonly PromotionDefinition[]> {
    const ids = new Set(tested.map(({ id }) => id));
    const beside = (await this.stored.live(tx)).filter(({ id }) => !ids.has(id));
    if (beside.length > MAX_PROMOTIONS)
      throw ValidationFailed.of('baseline', `must be then while more than ${MAX_PROMOTIONS} promotions are live`);
    return beside;
  }
}

function named(promotions: readonly PromotionDefinition[]): NamedPromotion[] {
  return promotions.map(({ id, title }) => ({ id, title }));
}
