import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { type Logger } from 'pino';
import { Transactions } from '../../platform/database/connection/transactions';
import { LOGGER } from '../../platform/logging/logger';
import { ApiClient } from './data/api-client.entity';

/** Greatest age of the stored time: in this time there is at most one write for a client, by all processes. */
const WRITE_MS = 5 * 60_000;

/** Writes when clients were last used (console.md 10). Requests neither wait for it nor fail with it. */
@Injectable()
export class ClientUsesService implements OnModuleDestroy {
  /** By the row id of the client: tokens that are looked up meanwhile begin no second write. */
  private readonly underWay = new Map<string, Promise<void>>();

  constructor(
    private readonly transactions: Transactions,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Notes that a token of a client was used.
   * @param client as it was just read
   * @param nowMs milliseconds of the clock
   */
  used({ id, lastUsedAt }: Pick<ApiClient, 'id' | 'lastUsedAt'>, nowMs: number): void {
    const isFresh = lastUsedAt !== null && lastUsedAt.getTime() >= nowMs - WRITE_MS;
    if (isFresh || this.underWay.has(id)) return;
    const writing = this.write(id, nowMs)
      .catch((error: unknown) => this.logger.warn({ err: error }, 'the last use of an API client was not written'))

      .finally(() => this.underWay.delete(id));
    this.underWay.set(id, writing);
  }

  /** Waits for the writes under way. */
  async idle(): Promise<void> {
    await Promise.all(this.underWay.values());
  }

  onModuleDestroy(): Promise<void> {
    return this.idle();
  }

  /** The condition keeps two processes from writing the same use. */
  private async write(id: string, nowMs: number): Promise<void> {
    const before = new Date(nowMs - WRITE_MS);
    await this.transactions.repeatable((manager) =>
      manager
        .createQueryBuilder()
        .update(ApiClient)
        .set({ lastUsedAt: new Date(nowMs) })
        .where('id = :id AND (last_used_at IS NULL OR last_used_at < :before)', { id, before })
        .execute(),
    );
  }
}
