import { Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { Transactions } from '../../platform/database/connection/transactions';
import { ApiClient } from './data/api-client.entity';

/** Time for which a process caches the origins: as long as tokens. */
const CACHE_MS = 5_000;

/** Caches the origins of all public clients: a preflight carries no token (storefront.md 1). */
@Injectable()
export class StorefrontOriginsService {
  private known: { readonly origins: Promise<ReadonlySet<string>>; readonly until: number } | undefined;

  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** Returns whether a public client has this origin. One read of the public clients every five seconds at most. */
  async has(origin: string): Promise<boolean> {
    const now = this.clock.now().getTime();
    if (this.known === undefined || this.known.until <= now)
      this.known = { origins: this.read(), until: now + CACHE_MS };
    return (await this.known.origins).has(origin);
  }

  /** Returns no origin when the database cannot be reached: then the request itself fails with that error. */
  private async read(): Promise<ReadonlySet<string>> {
    try {
      const clients = await this.transactions.manager.findBy(ApiClient, {
        origins: Not(IsNull()),
        revokedAt: IsNull(),
      });
      return new Set(clients.flatMap(({ origins }) => origins ?? []));
    } catch {
      return new Set();
    }
  }
}
