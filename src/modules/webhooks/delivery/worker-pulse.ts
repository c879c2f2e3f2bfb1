import { Inject, Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type Logger } from 'pino';
import { Clock, monotonicMs } from '../../../kernel/clock';
import { CONFIG, type Config } from '../../../platform/config/config';
import { Transactions } from '../../../platform/database/connection/transactions';
import { Loop } from '../../../platform/leases/loop';
import { LOGGER } from '../../../platform/logging/logger';
import { WebhookDelivery } from '../data/webhook-delivery.entity';
import { WebhookWorkerRow } from '../data/webhook-worker.entity';
import { type Pulse, PulseWatch, SILENT_MS } from '../domain/pulse-watch';
import { isTokenOf, WORKER_NAME, workerName } from './lease-token';

/** Interval in which a worker checks the others. Without others it looks with each heartbeat: an idle store stays quiet. */
const LOOK_MS = 500;
/** Interval of its heartbeat, its only regular write (events.md 12). */
const BEAT_MS = 2_000;
/** A lease that is over for everybody, also where clocks differ. */
const OVER = { leaseUntil: new Date(0) };

/**
 * This worker's signs of life, and its watch over those of others: the deliveries of a worker that is silent are free at
 * once, not after their leases (events.md 12). A worker that was only paused gets another name, and its results count only
 * for deliveries that nobody took.
 *
 * The embedded database serves one process: it gives no signs, and frees what an earlier process owned when it starts.
 */
@Injectable()
export class WorkerPulse {
  private name = workerName();
  /** When the last sign of life was begun, in milliseconds of this process. */
  private beatAt = -Infinity;
  private readonly watch = new PulseWatch();
  private looks: Loop | undefined;
  private beating: Promise<void> | undefined;

  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Lease of a claimed delivery, in milliseconds. */
  get leaseMs(): number {
    return this.config.webhooks.leaseSeconds * 1000;
  }

  /** Begins to beat and to watch. @param onFreed called when deliveries of another worker are free */
  start(onFreed: () => void): void {
    const { isEmbedded } = this.transactions;
    const act = (): Promise<void> => (isEmbedded ? this.freeOfOthers(onFreed) : this.look(onFreed));
    const pass = async (): Promise<boolean> => {
      await act().catch((error: unknown) =>
        this.logger.error(
          { err: error },
          'workers could not be watched: deliveries of one that vanished wait until their leases end',
        ),
      );
      return !this.watch.isAlone;
    };
    this.looks = new Loop({ restMs: LOOK_MS, idleRestMs: BEAT_MS, pass });
    if (isEmbedded) void this.looks.settle();
    else this.looks.start();
  }

  /** Takes the worker off the list, when it owns no delivery any more. */
  async stop(): Promise<void> {
    await this.looks?.stop();
    if (this.transactions.isEmbedded) return;
    await this.transactions.repeatable((manager) => manager.delete(WebhookWorkerRow, { id: this.name }));
  }

  /** Returns the name under which this worker may own deliveries, after a sign of life if the last one is long ago. */
  async alive(): Promise<string> {
    if (!this.isFresh()) await this.beat();
    return this.name;
  }

  /** Whether nobody can have taken over, meanwhile, a delivery that this worker owns by a token. */
  isOwn(token: string | null): boolean {
    return isTokenOf(this.name, token) && this.isFresh();
  }

  private isFresh(): boolean {
    return this.transactions.isEmbedded || monotonicMs() - this.beatAt < SILENT_MS;
  }

  private async look(onFreed: () => void): Promise<void> {
    if (monotonicMs() - this.beatAt >= BEAT_MS) await this.beat();
    const rows = await this.transactions.manager.find(WebhookWorkerRow);
    const others = rows.filter(({ id }) => id !== this.name);
    const silent = this.watch.look(others, monotonicMs());
    for (const worker of silent) {
      const freed = await this.bury(worker);
      if (freed !== undefined)
        this.logger.warn({ worker: worker.id, freed }, 'a worker vanished: its deliveries are free');
    }
    if (silent.length > 0) onFreed();
  }

  private beat(): Promise<void> {
    this.beating ??= this.beatOnce().finally(() => (this.beating = undefined));
    return this.beating;
  }

  /** A worker that was found silent is off the list, and comes back under another name. */
  private async beatOnce(): Promise<void> {
    const beganAt = monotonicMs();
    await this.transactions.repeatable(async (manager) => {
      const beatAt = this.clock.now();
      const beats = { beats: () => 'beats + 1', beatAt };
      const { affected } = await manager.update(WebhookWorkerRow, { id: this.name }, beats);
      if (affected === 1) return;
      this.name = workerName();
      await manager.insert(WebhookWorkerRow, { id: this.name, beats: 0, beatAt });
    });
    this.beatAt = beganAt;
  }

  /**
   * Frees the deliveries of a silent worker, unless a sign of life came since its count was read.
   * @returns how many; undefined: it lives, or another worker did it
   */
  private bury({ id, beats }: Pulse): Promise<number | undefined> {
    return this.transactions.run(async (tx) => {
      const { affected } = await tx.delete(WebhookWorkerRow, { id, beats });
      return affected === 1 ? this.free(tx, '=', id) : undefined;
    });
  }

  private async freeOfOthers(onFreed: () => void): Promise<void> {
    await this.transactions.run((tx) => this.free(tx, '<>', this.name));
    onFreed();
  }

  /**
   * Ends the leases of one worker, or of all others. They are looked for among the deliveries that are due, without a lock, as
   * the sweep does; a worker owns as many as it may send at once, and those whose results it writes.
   */
  private async free(tx: EntityManager, is: '=' | '<>', worker: string): Promise<number> {
    const theirs = `state = 'pending' AND SUBSTR(lease_token, 1, ${WORKER_NAME}) ${is} :worker`;
    // Due by the clock of the worker that claimed it.
    const until = new Date(this.clock.now().getTime() + this.leaseMs);
    const found = await tx
      .createQueryBuilder(WebhookDelivery, 'delivery')
      .select('delivery.id', 'id')
      .where(`${theirs} AND due_at <= :until`, { worker, until })
      .getRawMany<{ id: string | number }>();
    if (found.length === 0) return 0;
    const ids = found.map(({ id }) => String(id));
    const { affected } = await tx
      .createQueryBuilder()
      .update(WebhookDelivery)
      .set(OVER)
      .where(`id IN (:...ids) AND ${theirs}`, { ids, worker })
      .execute();
    return affected ?? 0;
  }
}
