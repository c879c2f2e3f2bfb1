import { setTimeout as pause } from 'node:timers/promises';
import { type Logger } from 'pino';
import { type Clock } from '../../../kernel/clock';
import { Batcher } from '../../../platform/queue/batcher';
import { type AttemptResult, type AttemptResults } from '../data/attempt-results';
import { type ClaimedDelivery, type Claims } from '../data/claims';
import { type DueDeliveries } from '../data/due-deliveries';
import { DeliveryLanes } from '../domain/delivery-lanes';
import { type Attempt } from './attempt';
import { type DeliveryMetrics } from './delivery-metrics';

/** Ids of one webhook kept in memory; as many are read from the database at once. */
const WAITING_EACH = 256;
/** Results written in one transaction, and at most so many that wait for it while further calls are made. */
const BATCH = 64;
const RETRY_WRITE_MS = 250;
/** Until an attempt that could not be made is begun again: soon after the key is there, and no busy loop before. */
const UNMADE_PAUSE_MS = 60_000;
/** Less of a lease than this left, and the attempt is not begun: its result might come too late (the process was frozen). */
const LEASE_MARGIN = 3 / 4;

/** What the pump works with. */
export interface PumpParts {
  readonly claims: Claims;
  readonly due: DueDeliveries;
  readonly attempt: Pick<Attempt, 'make'>;
  readonly results: AttemptResults;
  readonly clock: Clock;
  readonly metrics: DeliveryMetrics;
  readonly logger: Logger;
  /** How long a claimed delivery is owned. */
  readonly leaseMs: number;
  readonly limits: { readonly underWay: number; readonly underWayEach: number };
}

/** Keeps deliveries under way, up to the limits: takes what may go next, claims it, has it attempted and written down. */
export class DeliveryPump {
  private readonly lanes: DeliveryLanes;
  private readonly writer = new Batcher<AttemptResult>(BATCH, (results) => this.write(results));
  private readonly idlers: (() => void)[] = [];
  private readonly underWay = new Set<ClaimedDelivery>();
  private isPumping = false;
  private isAskedAgain = false;
  private isStopped = false;

  constructor(private readonly parts: PumpParts) {
    this.lanes = new DeliveryLanes({ ...parts.limits, waitingEach: WAITING_EACH });
    parts.metrics.watch(() => this.underWay.size);
  }

  /** Deliveries of a webhook that are thought to be due for the first time. */
  offer(webhookId: string, ids: readonly string[]): void {
    this.lanes.offer(webhookId, ids, 'first');
    this.kick();
  }

  /** Has the database looked into for a webhook. */
  nudge(webhookId: string): void {
    this.lanes.nudge(webhookId);
    this.kick();
  }

  /** Resolves when nothing is under way and nothing waits in memory. */
  idle(): Promise<void> {
    if (this.isIdle()) return Promise.resolve();
    return new Promise((resolve) => this.idlers.push(resolve));
  }

  /** Begins nothing more, waits for what is under way at most `ms`, and gives back what is left. */
  async stop(ms: number): Promise<void> {
    this.isStopped = true;
    const ended = new AbortController();
    await Promise.race([this.idle(), pause(ms, undefined, { signal: ended.signal }).catch(() => undefined)]);
    ended.abort();
    await this.parts.claims.release([...this.underWay].map(({ delivery }) => delivery));
  }

  private kick(): void {
    if (this.isPumping) {
      this.isAskedAgain = true;
      return;
    }
    this.isPumping = true;
    void this.pump().finally(() => {
      this.isPumping = false;
      this.tellIdlers();
    });
  }

  private async pump(): Promise<void> {
    do {
      this.isAskedAgain = false;
      while (!this.isStopped && ((await this.startSome()) || (await this.refill())));
    } while (this.isAskedAgain && !this.isStopped);
  }

  /** @returns whether anything was there to be claimed */
  private async startSome(): Promise<boolean> {
    const taken = this.lanes.take();
    if (taken.length === 0) return false;
    const claimed = await this.claim(taken.map(({ id }) => id));
    const started = new Set(claimed.map(({ delivery }) => delivery.id));
    for (const { id, webhookId } of taken) if (!started.has(id)) this.lanes.done(webhookId);
    for (const one of claimed) {
      this.underWay.add(one);
      void this.deliver(one);
    }
    return true;
  }

  private async claim(ids: readonly string[]): Promise<ClaimedDelivery[]> {
    try {
      const claimed = await this.parts.claims.claim(ids);
      if (!this.isStopped) return claimed;
      await this.parts.claims.release(claimed.map(({ delivery }) => delivery));
    } catch (error) {
      this.parts.logger.error({ err: error }, 'deliveries could not be claimed; the sweep finds them');
    }
    return [];
  }

  /** Looks for more where memory ran dry. @returns whether it found any */
  private async refill(): Promise<boolean> {
    let isAny = false;
    for (const webhookId of this.lanes.hungry()) {
      try {
        const { first, again } = await this.parts.due.of(webhookId, WAITING_EACH);
        this.lanes.offer(webhookId, first, 'first');
        this.lanes.offer(webhookId, again, 'again');
        const found = first.length + again.length;
        if (found === WAITING_EACH) this.lanes.nudge(webhookId);
        isAny ||= found > 0;
      } catch (error) {
        this.parts.logger.error({ err: error }, 'due deliveries could not be read; the sweep tries again');
      }
    }
    return isAny;
  }

  private async deliver(claimed: ClaimedDelivery): Promise<void> {
    const { webhookId, leaseUntil } = claimed.delivery;
    const leave = this.leaverOf(webhookId);
    try {
      const left = (leaseUntil?.getTime() ?? 0) - this.parts.clock.now().getTime();
      if (left < this.parts.leaseMs * LEASE_MARGIN) {
        await this.parts.claims.release([claimed.delivery]);
        return;
      }
      const result = await this.attempt(claimed);
      if (result === undefined) return;
      const written = this.writer.add(result);
      // The receiver may have the next call while this one is written down, unless the database falls behind.
      if (this.underWay.size - this.lanes.busy < BATCH) leave();
      await written;
      this.parts.metrics.attempted(result);
    } catch (error) {
      const { id } = claimed.delivery;
      this.parts.logger.error({ err: error, delivery: id }, 'an attempt could not be written down');
    } finally {
      this.underWay.delete(claimed);
      leave();
      this.tellIdlers();
    }
  }

  /** Undefined: it could not be made, as without the key of its secret. No worker vanished, so no lease is lost. */
  private async attempt(claimed: ClaimedDelivery): Promise<AttemptResult | undefined> {
    try {
      return await this.parts.attempt.make(claimed);
    } catch (error) {
      this.parts.logger.error({ err: error, delivery: claimed.delivery.id }, 'an attempt could not be made; it waits');
      this.parts.metrics.putOff();
      await this.parts.claims.putOff(claimed.delivery, UNMADE_PAUSE_MS);
      return undefined;
    }
  }

  /** Makes room for the next delivery of a webhook, once, however often it is called. */
  private leaverOf(webhookId: string): () => void {
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      this.lanes.done(webhookId);
      this.kick();
    };
  }

  /** A database that is away is tried again until the first lease ends: after that the results would not count. */
  private async write(results: AttemptResult[]): Promise<void> {
    const until = Math.min(...results.map(({ delivery }) => delivery.leaseUntil?.getTime() ?? 0));
    for (;;) {
      try {
        await this.parts.results.write(results);
        return;
      } catch (error) {
        if (this.parts.clock.now().getTime() >= until) throw error;
        this.parts.logger.warn({ err: error }, 'attempts could not be written down yet');
        await pause(RETRY_WRITE_MS);
      }
    }
  }

  private isIdle(): boolean {
    return !this.isPumping && this.lanes.busy === 0 && this.underWay.size === 0;
  }

  private tellIdlers(): void {
    if (!this.isIdle()) return;
    for (const resolve of this.idlers.splice(0)) resolve();
  }
}
