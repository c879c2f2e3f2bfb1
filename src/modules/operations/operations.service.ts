import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { Transactions } from '../../platform/database/connection/transactions';
import { FeedConsumer } from '../../platform/events/feed/feed-consumer.entity';
import { readSequenceFigures } from '../../platform/events/sequence-figures';
import { ACTIVE_STATES, Job } from '../../platform/jobs/job.entity';
import { RetentionRun } from '../../platform/retention/retention-run.entity';
import { GatewaysService } from '../settings/gateways.service';
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
import { StoreSetupService } from './store-setup.service';

/** Counts stop here: a backlog of millions is told as quickly as a short one. */
const COUNT_LIMIT = 10_000;
/** Rows of each list; consumers and kinds of retention are fewer anyway. */
const MAX_ROWS = 100;
/** The name of the one process of an embedded store, which delivers too. */
const THIS_PROCESS = 'this process';

/** Tells operators what the store does, from its database: the same in each process and on each engine (console.md 9). */
@Injectable()
export class OperationsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly figures: DeliveryFiguresService,
    private readonly gateways: GatewaysService,
    private readonly setup: StoreSetupService,
  ) {}

  /** Reads the figures, by statements whose number does not grow with the store and that read bounded rows each. */
  async read(): Promise<OperationsRecord> {
    const now = this.clock.now();
    const { manager } = this.transactions;
    const sequence = await readSequenceFigures(manager, COUNT_LIMIT);
    const consumers = await manager.find(FeedConsumer, { order: { name: 'ASC' }, take: MAX_ROWS });
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
      retention: (await manager.find(RetentionRun, { order: { kind: 'ASC' }, take: MAX_ROWS })).map(retentionRecord),
      jobs: await this.jobs(),
      test_payments: await this.gateways.areTestsOpen(),
      database: await this.setup.database(),
      queue: this.setup.queue(),
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
    const jobs = await this.transactions.manager.find(Job, { select, where, order: { id: 'ASC' }, take: MAX_ROWS });
    return jobs.map(jobRecord);
  }
}
