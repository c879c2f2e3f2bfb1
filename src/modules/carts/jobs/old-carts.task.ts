import { type Clock } from '../../../kernel/clock';
import { type Config } from '../../../platform/config/config';
import { type Transactions } from '../../../platform/database/connection/transactions';
import { type StoreObjectRemoval } from '../../../platform/events/store-object-removal';
import { daysBefore, secondsOfDays } from '../../../platform/retention/retention-task';
import { OldRowsTask } from '../../../platform/retention/old-rows.task';
import { Cart } from '../data/cart.entity';
import { removeOldCarts } from './old-carts';

/** Each is priced once more, for its event. */
const LARGEST_BATCH = 100;

/** Removes carts without a change for a long time (carts.md 11). */
export function oldCartsTask(
  transactions: Transactions,
  clock: Clock,
  { retention }: Config,
  removal: StoreObjectRemoval,
): OldRowsTask<Cart> {
  const before = (): Date => daysBefore(clock.now(), retention.cartDays);
  return new OldRowsTask(transactions, {
    kind: 'carts',
    entity: Cart,
    by: 'updatedAt',
    keptSeconds: secondsOfDays(retention.cartDays),
    until: before,
    largestBatch: LARGEST_BATCH,
    remove: (tx, ids) => removeOldCarts(tx, removal, { ids, before: before() }),
  });
}
