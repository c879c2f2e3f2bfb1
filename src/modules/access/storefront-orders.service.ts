import { Injectable } from '@nestjs/common';
import { MoreThan } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { type Principal } from '../../kernel/scopes';
import { insertRows } from '../../platform/database/rows/row-reader';
import { isDuplicate } from '../../platform/database/connection/driver-faults';
import { Transactions } from '../../platform/database/connection/transactions';
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
    const row = { id: rowId(token.id, orderId), orderId, createdAt: this.clock.now() };
    try {
      await this.transactions.run((tx) => insertRows(tx, StorefrontOrder, [row]));
    } catch (error) {
      // The same checkout, sent twice at once.
      if (!isDuplicate(error)) throw error;
    }
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
