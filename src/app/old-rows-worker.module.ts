import { Inject, Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type Logger } from 'pino';
import { type DataSource } from 'typeorm';
import { Clock, monotonicMs } from '../kernel/clock';
import { isEmbedded } from '../platform/database/connection/dialect';
import { HeldLease } from '../platform/leases/held-lease';
import { LeaderLease } from '../platform/leases/leader-lease';
import { Loop } from '../platform/leases/loop';
import { LOGGER } from '../platform/logging/logger';
import { BackgroundWork } from '../platform/queue/background-work';
import { RetentionModule } from '../platform/retention/retention.module';
import { OldRowsModule } from './old-rows.module';
import { OldRowsService } from './old-rows.service';

/** Processes of the version before are replaced within this time after the first worker of this one starts. */
const REPLACED_MS = 3_600_000;
const REST_MS = 60_000;
const LEASE_MS = 15_000;
/** Rows of so long before the start are looked at: a migration may take days. */
const BEFORE_MS = 7 * 86_400_000;

/**
 * Mends what processes of the version before write while they are replaced: once a minute during the first hour of a worker. A file of
 * SQLite belongs to one process, beside which nobody writes.
 */
@Module({ imports: [RetentionModule, OldRowsModule] })
export class OldRowsWorkerModule implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly passes = new Loop({ restMs: REST_MS, pass: () => this.pass().then(() => true) });
  private readonly lease: HeldLease;
  private readonly since: Date;
  private readonly startedAt = monotonicMs();

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly oldRows: OldRowsService,
    lease: LeaderLease,
    clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly work: BackgroundWork,
  ) {
    this.since = new Date(clock.now().getTime() - BEFORE_MS);
    this.lease = new HeldLease(lease, 'old-rows', LEASE_MS);
    work.onStop(() => this.stop());
  }

  onApplicationBootstrap(): void {
    if (!isEmbedded(this.dataSource.manager)) this.work.begin(() => this.passes.start());
  }

  async onModuleDestroy(): Promise<void> {
    await this.stop();
  }

  private async stop(): Promise<void> {
    await this.passes.stop();
    await this.lease.release();
  }

  private async pass(): Promise<void> {
    if (monotonicMs() - this.startedAt > REPLACED_MS) return;
    try {
      if (!(await this.lease.hold())) return;
      const isStopped = (): boolean => this.passes.isStopped;
      const found = await this.oldRows.mend({ since: this.since, isMended: true, isStopped });
      for (const { title, count } of found) this.logger.warn({ count }, `mended what an older version wrote: ${title}`);
    } catch (error) {
      this.logger.error({ err: error }, 'the search for rows of an older version failed; it is repeated in a minute');
    }
  }
}
