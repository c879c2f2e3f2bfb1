import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { type Logger } from 'pino';
import { PendingMigrations } from '../database/connection/pending-migrations';
import { LOGGER } from '../logging/logger';

/** Interval between checks of a database that is not migrated. */
const REST_MS = 2_000;

/** The work of a process beside its requests: begun when the database is up to date, and stopped together. */
@Injectable()
export class BackgroundWork implements OnModuleDestroy {
  private readonly stops: (() => Promise<void>)[] = [];
  private readonly ended = new AbortController();
  private migrated: Promise<void> | undefined;

  constructor(
    @Inject(PendingMigrations) private readonly pending: PendingMigrations,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Begins one kind of work as soon as the database has all migrations; never, if the process stops before. */
  begin(start: () => void): void {
    this.migrated ??= this.waitForMigrations();
    void this.migrated.then(() => {
      if (!this.ended.signal.aborted) start();
    });
  }

  /** Registers how one kind of work stops. @param stop starts nothing more and resolves when the work under way is done; may be called more than once */
  onStop(stop: () => Promise<void>): void {
    this.stops.push(stop);
  }

  /** Stops everything, also when a part fails to stop. @throws what the first such part threw */
  async stop(): Promise<void> {
    this.ended.abort();
    await settleAll(this.stops.map((stop) => stop()));
  }

  onModuleDestroy(): void {
    this.ended.abort();
  }

  /** Logs each kind of reason once, not each time that the database is looked at. */
  private async waitForMigrations(): Promise<void> {
    const { signal } = this.ended;
    let said: unknown;
    while (!signal.aborted) {
      try {
        await this.pending.check();
        return;
      } catch (error) {
        const { constructor: kind, message: reason } = error instanceof Error ? error : new Error(String(error));
        if (kind !== said) this.logger.warn({ reason }, 'background work waits for the database');
        said = kind;
        await pause(REST_MS, undefined, { signal, ref: false }).catch(() => undefined);
      }
    }
  }
}

/** Waits for all promises, unlike `Promise.all` also when one has failed. @throws what the first that failed threw */
export async function settleAll(works: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(works)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}
