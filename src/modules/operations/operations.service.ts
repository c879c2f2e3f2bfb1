import { Inject, Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { CONFIG, type Config } from '../../platform/config/config';
import { PendingMigrations } from '../../platform/database/connection/pending-migrations';
import { Transactions } from '../../platform/database/connection/transactions';
import { FeedConsumer } from '../../platform/events/feed/feed-consumer.entity';
import { readSequenceFigures } from '../../platform/events/sequence-figures';
import { ACTIVE_STATES, Job } from '../../platform/jobs/job.entity';
import { JobQueue } from '../../platform/queue/job-queue.port';
import { RetentionRun } from '../../platform/retention/retention-run.entity';
import { DeliveryFiguresService } from '../webhooks/delivery-figures.service';
import {
  deliveriesRecord,
  hourRecord,
  jobRecord,
  retentionRecord,
  sequencerRecord,
  workerRecord,
} from './operations-parts';
import { type OperationsRecord } from './operations.record';

/** Counts stop here: a backlog of millions is told as quickly as a short one. */
const COUNT_LIMIT = 10_000;
/** Rows of each list; consumers and kinds of retention are fewer anyway. */
const MOST_ROWS = 100;
/** The name of the one process of an embedded store, which delivers too. */
const THIS_PROCESS = 'this process';

/** Tells operators what the store does, from its database: the same in each process and on each engine (console.md 9). */
@Injectable()
export class OperationsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly figures: DeliveryFiguresService,
    private readonly queue: JobQueue,
    @Inject(PendingMigrations) private readonly pending: PendingMigrations,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Reads the figures, by statements whose number does not grow with the store and that read bounded rows each. */
  async read(): Promise<OperationsRecord> {
    const now = this.clock.now();
    const { manager } = this.transactions;
    const sequence = await readSequenceFigures(manager, COUNT_LIMIT);
    const consumers = await manager.find(FeedConsumer, { order: { name: 'ASC' }, take: MOST_ROWS });
    const hour = await this.figures.lastHour(now);
    const { disabledByStore, ...webhooks } = await this.figures.webhooks();
    return {
      deliveries: deliveriesRecord(await this.figures.deliveries(now, COUNT_LIMIT), COUNT_LIMIT, now),
      last_hour: hourRecord(hour, now),
      webhooks: { ...webhooks, disabled_by_store: disabledByStore },
      workers: await this.workers(now),
      sequencer: sequencerRecord(sequence, now),
      consumers: consumers.map(({ name, position }) => ({
        name,
        position,
        lag: Math.max(0, sequence.position - position),
      })),
      retention: (await manager.find(RetentionRun, { order: { kind: 'ASC' }, take: MOST_ROWS })).map(retentionRecord),
      jobs: await this.jobs(),
      database: {
        engine: this.engine(),
        version: await this.version(),
        migrations_missing: (await this.pending.names()).length,
      },
      queue: {
        kind: this.config.redisUrl === undefined ? 'in_process' : 'redis',
        state: this.queue.isUp ? 'up' : 'down',
      },
    };
  }

  private async workers(now: Date): Promise<OperationsRecord['workers']> {
    if (this.transactions.isEmbedded) return [{ id: THIS_PROCESS, heartbeat_age: 0 }];
    return (await this.figures.workers()).map((worker) => workerRecord(worker, now));
  }

  private async jobs(): Promise<OperationsRecord['jobs']> {
    const select = {
      id: true,
      kind: true,
      state: true,
      done: true,
      failed: true,
      total: true,
      createdAt: true,
      startedAt: true,
    } as const;
    const where = { state: In([...ACTIVE_STATES]) };
    const jobs = await this.transactions.manager.find(Job, { select, where, order: { id: 'ASC' }, take: MOST_ROWS });
    return jobs.map(jobRecord);
  }

  private engine(): 'sqlite' | 'mysql' | 'mariadb' {
    if (this.transactions.isEmbedded) return 'sqlite';
    return this.config.database.url.startsWith('mariadb:') ? 'mariadb' : 'mysql';
  }

  private async version(): Promise<string> {
    const sql = this.transactions.isEmbedded ? 'SELECT sqlite_version() AS version' : 'SELECT VERSION() AS version';
    const [row] = await this.transactions.manager.query<{ version: string }[]>(sql);
    return row?.version ?? 'unknown';
  }
}
