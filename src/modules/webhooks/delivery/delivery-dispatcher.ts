import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import { type Logger } from 'pino';
import { type Clock } from '../../../kernel/clock';
import { type AttemptResult, type AttemptSaver } from './attempt-saver';
import { type ClaimedDelivery, type Claims } from './claims';
import { type DueDeliveries } from './due-deliveries';
import { FairQueue } from '../domain/fair-queue';
import { ReceiverSpeeds } from '../domain/receiver-speeds';
import { type AttemptSender } from './attempt-sender';
import { type DeliveryMetrics } from './delivery-metrics';
import { type HostNames } from './host-names';
import { Places } from './places';
import { ResultBatches } from './result-batches';
import { type WorkerPulse } from './worker-pulse';

/** Ids of one webhook kept in memory; as many are read from the database at once. */
const WAITING_EACH = 256;
/** Until an attempt that could not start is tried again: soon after its secret's key is back, and no busy loop before. */
const POSTPONED_MS = 60_000;
/** With less of its lease left, an attempt does not start: its result might come too late (the process was frozen). */
const LEASE_MARGIN = 3 / 4;

/** The dependencies of the dispatcher. */
export interface DispatcherParts {
  readonly claims: Claims;
  readonly due: DueDeliveries;
  readonly pulse: Pick<WorkerPulse, 'isOwn'>;
  readonly names: Pick<HostNames, 'ready'>;
  readonly attempt: Pick<AttemptSender, 'make'>;
  readonly results: AttemptSaver;
  readonly clock: Clock;
  readonly metrics: DeliveryMetrics;
  readonly logger: Logger;
  /** Lease of a claimed delivery. */
  readonly leaseMs: number;
  readonly limits: { readonly underWay: number; readonly underWayEach: number };
}

/** Keeps deliveries under way, up to the limits: takes the next from the fair queue, claims, attempts and saves them. */
export class DeliveryDispatcher {
  private readonly queue: FairQueue;
  private readonly results: ResultBatches;
  private readonly places: Places;
  private readonly idleListeners: (() => void)[] = [];
  private readonly speeds: ReceiverSpeeds;
  /** Claimed, with a place or waiting for one. */
  private readonly underWay = new Set<ClaimedDelivery>();
  private isDispatching = false;
  private isAskedAgain = false;
  private isStopped = false;

  constructor(private readonly parts: DispatcherParts) {
    const { underWay: ahead, underWayEach } = parts.limits;
    this.speeds = new ReceiverSpeeds(underWayEach);
    const limits = { ...parts.limits, ahead, waitingEach: WAITING_EACH };
    this.queue = new FairQueue(limits, (webhookId) => this.speeds.aheadOf(webhookId));
    this.places = new Places(underWayEach, parts.clock);
    this.results = new ResultBatches(parts.results, parts.clock, parts.logger);
    parts.metrics.watchUnderWay(() => this.places.size);
  }

  /** Queues deliveries of a webhook that are expected to be due for the first time. */
  enqueue(webhookId: string, ids: readonly string[]): void {
    this.queue.enqueue(webhookId, ids, 'first');
    this.dispatch();
  }

  /** Has the database read for due deliveries of a webhook. */
  expectMore(webhookId: string): void {
    this.queue.expectMore(webhookId);
    this.dispatch();
  }

  /** Resolves when nothing is under way and nothing waits in memory. */
  idle(): Promise<void> {
    if (this.isIdle()) return Promise.resolve();
    return new Promise((resolve) => this.idleListeners.push(resolve));
  }

  /** Starts no further attempt, waits at most `ms` for those under way, and releases the claims that are left. */
  async stop(ms: number): Promise<void> {
    this.isStopped = true;
    const released = this.giveBack(this.places.clear());
    const ended = new AbortController();
    await Promise.race([this.idle(), pause(ms, undefined, { signal: ended.signal }).catch(() => undefined)]);
    ended.abort();
    await released;
    await this.parts.claims.release([...this.underWay].map(({ delivery }) => delivery));
  }

  private dispatch(): void {
    if (this.isDispatching) {
      this.isAskedAgain = true;
      return;
    }
    this.isDispatching = true;
    void this.dispatchAll().finally(() => {
      this.isDispatching = false;
      this.notifyIdle();
    });
  }

  private async dispatchAll(): Promise<void> {
    do {
      // After the other callbacks of this turn of the event loop, which may free more places.
      await turn();
      this.isAskedAgain = false;
      while (!this.isStopped && ((await this.startNext()) || (await this.refill())));
    } while (this.isAskedAgain && !this.isStopped);
  }

  /** @returns whether anything was there to be claimed */
  private async startNext(): Promise<boolean> {
    const taken = this.queue.takeNext();
    if (taken.length === 0) return false;
    const claimed = await this.claim(taken.map(({ id }) => id));
    const started = new Set(claimed.map(({ delivery }) => delivery.id));
    for (const { id, webhookId } of taken) if (!started.has(id)) this.queue.finish(webhookId);
    for (const one of claimed) this.underWay.add(one);
    for (const webhookId of this.places.wait(claimed)) this.startAttempts(webhookId);
    return true;
  }

  /** Starts attempts of a webhook that were claimed, as far as it has places for them. */
  private startAttempts(webhookId: string): void {
    const late = this.places.takeLate(webhookId);
    if (late.length > 0) void this.giveBack(late);
    for (const claimed of this.places.fill(webhookId)) void this.deliver(claimed);
  }

  /** Releases claims whose attempts did not start. Never throws: their leases end with this worker. */
  private async giveBack(claimed: readonly ClaimedDelivery[]): Promise<void> {
    try {
      await this.parts.claims.release(claimed.map(({ delivery }) => delivery));
    } catch (error) {
      this.parts.logger.error({ err: error }, 'claims could not be given back; they end with their leases');
    } finally {
      for (const one of claimed) {
        this.underWay.delete(one);
        this.queue.expectMore(one.delivery.webhookId);
        this.queue.finish(one.delivery.webhookId);
      }
      this.dispatch();
    }
  }

  private async claim(ids: readonly string[]): Promise<ClaimedDelivery[]> {
    try {
      const claimed = await this.parts.claims.claim(ids);
      if (!this.isStopped) return claimed;
      await this.parts.claims.release(claimed.map(({ delivery }) => delivery));
    } catch (error) {
      this.parts.logger.error({ err: error }, 'deliveries could not be claimed; the next sweep retries them');
    }
    return [];
  }

  /** Reads due deliveries of webhooks that have none left in memory. @returns whether it found any */
  private async refill(): Promise<boolean> {
    let isAny = false;
    for (const webhookId of this.queue.takeStarved()) {
      try {
        const { first, retries } = await this.parts.due.nextOf(webhookId, WAITING_EACH);
        this.queue.enqueue(webhookId, first, 'first');
        this.queue.enqueue(webhookId, retries, 'retry');
        const found = first.length + retries.length;
        if (found === WAITING_EACH) this.queue.expectMore(webhookId);
        isAny ||= found > 0;
      } catch (error) {
        this.parts.logger.error({ err: error }, 'due deliveries could not be read; the next sweep retries');
      }
    }
    return isAny;
  }

  private async deliver(claimed: ClaimedDelivery): Promise<void> {
    const finish = this.finishOnce(claimed.delivery.webhookId);
    try {
      await this.waitForName(claimed.webhook.url);
      const result = await this.attemptInTime(claimed);
      if (result === undefined) return;
      const { outcome, verdict } = result;
      this.speeds.note(claimed.delivery.webhookId, verdict.state === 'delivered' ? outcome.ms : undefined);
      await this.results.save(result, finish);
      this.parts.metrics.attemptSaved(result);
    } catch (error) {
      const { id } = claimed.delivery;
      this.parts.logger.error({ err: error, delivery: id }, 'the result of an attempt could not be saved');
    } finally {
      this.underWay.delete(claimed);
      finish();
      this.notifyIdle();
    }
  }

  /** Others take the place meanwhile: a dead name server keeps an attempt waiting for seconds. */
  private async waitForName(url: string): Promise<void> {
    const ready = this.parts.names.ready(url);
    if (ready === undefined) return;
    this.queue.suspend();
    this.dispatch();
    await ready;
    this.queue.resume();
  }

  /** Undefined: it did not start: another worker may have taken it over, or the secret cannot be opened. */
  private async attemptInTime(claimed: ClaimedDelivery): Promise<AttemptResult | undefined> {
    const left = (claimed.delivery.leaseUntil?.getTime() ?? 0) - this.parts.clock.now().getTime();
    if (left < this.parts.leaseMs * LEASE_MARGIN || !this.parts.pulse.isOwn(claimed.delivery.leaseToken)) {
      await this.parts.claims.release([claimed.delivery]);
      return undefined;
    }
    try {
      return await this.parts.attempt.make(claimed);
    } catch (error) {
      const { id } = claimed.delivery;
      this.parts.logger.error({ err: error, delivery: id }, 'an attempt could not start; it is retried in a minute');
      this.parts.metrics.attemptPostponed();
      await this.parts.claims.postpone(claimed.delivery, POSTPONED_MS);
      return undefined;
    }
  }

  /** Makes room for the next delivery of a webhook, once, however often it is called. */
  private finishOnce(webhookId: string): () => void {
    let isFinished = false;
    return () => {
      if (isFinished) return;
      isFinished = true;
      this.places.leave(webhookId);
      this.queue.finish(webhookId);
      if (!this.isStopped) this.startAttempts(webhookId);
      this.dispatch();
    };
  }

  private isIdle(): boolean {
    return !this.isDispatching && this.queue.size === 0 && this.underWay.size === 0;
  }

  private notifyIdle(): void {
    if (!this.isIdle()) return;
    for (const resolve of this.idleListeners.splice(0)) resolve();
  }
}
