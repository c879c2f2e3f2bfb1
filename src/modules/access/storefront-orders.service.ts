import { Injectable } from '@nestjs/common';
import { MoreThan } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { type Principal } from '../../kernel/scopes';
import { isEmbedded } from '../../platform/database/connection/dialect';
import { Transactions } from '../../platform/database/connection/transactions';
import { storedTime } from '../../platform/database/rows/stored-time';
import { StorefrontOrder } from './data/storefront-order.entity';
import { hashOf } from './secret-hash';

/** Time for which the token that created an order may read it and pay for it. */
export const OWNED_MS = 3_600_000;

/** Returns the oldest creation time of an order that its token may still read. */
export function ownedSince(clock: Clock): Date {
  return new Date(clock.now().getTime() - OWNED_MS);
}

/** Records which orders a browser created with the token of a public client (storefront.md 1). */
@Injectable()
export class StorefrontOrdersService {
  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * Records that a storefront token created an order, or got it again from the same checkout. Ignores clients with a
   * secret.
   */
  async remember(caller: Principal | undefined, orderId: string): Promise<void> {
    const token = caller?.storefront;
    if (token === undefined || (await this.isOwn(token.id, orderId))) return;
    const values = [rowId(token.id, orderId), orderId];
    await this.transactions.run((tx) => {
      // The same checkout, sent twice at once, or after an hour.
      const again = isEmbedded(tx)
        ? 'ON CONFLICT (id) DO UPDATE SET created_at = excluded.created_at'
        : 'ON DUPLICATE KEY UPDATE created_at = VALUES(created_at)';
      const sql = `INSERT INTO storefront_orders (id, order_id, created_at) VALUES (?, ?, ?) ${again}`;
      return tx.query(sql, [...values, storedTime(tx, this.clock.now())]);
    });
  }

  /** Returns whether the token with this hash made an order within the last hour. */
  isOwn(tokenId: string, orderId: string): Promise<boolean> {
    return this.transactions.manager.existsBy(StorefrontOrder, {
      id: rowId(tokenId, orderId),
      createdAt: MoreThan(ownedSince(this.clock)),
    });
  }
}

function rowId(tokenId: string, orderId: string): string {
  return hashOf(`${tokenId} ${orderId}`);
}
