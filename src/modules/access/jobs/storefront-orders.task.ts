import { type Clock } from '../../../kernel/clock';
import { type Transactions } from '../../../platform/database/connection/transactions';
import { OldRowsTask } from '../../../platform/retention/old-rows.task';
import { StorefrontOrder } from '../data/storefront-order.entity';
import { OWNED_MS, ownedSince } from '../storefront-orders.service';

/** Removes the links between orders and storefront tokens once a token may no longer read its order. */
export function storefrontOrdersTask(transactions: Transactions, clock: Clock): OldRowsTask<StorefrontOrder> {
  return new OldRowsTask(transactions, {
    kind: 'storefront_orders',
    entity: StorefrontOrder,
    by: 'createdAt',
    keptSeconds: OWNED_MS / 1000,
    until: () => ownedSince(clock),
  });
}
