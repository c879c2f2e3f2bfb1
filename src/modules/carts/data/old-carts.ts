import { type EntityManager, In } from 'typeorm';
import { lockFreeRows, removeRows } from '../../../platform/database/row-removal';
import { type StoreObjectRemoval } from '../../../platform/events/store-object-removal';
import { CartCheckout } from './cart-checkout.entity';
import { CartItem } from './cart-item.entity';
import { Cart } from './cart.entity';

/** Carts to remove with all that is in them. */
export interface OldCarts {
  readonly ids: readonly string[];
  /** Those that were written to from then on are left alone. */
  readonly before: Date;
}

/** Removes old carts, except those that are being written to right now. @returns how many */
export async function removeOldCarts(
  tx: EntityManager,
  removal: StoreObjectRemoval,
  { ids, before }: OldCarts,
): Promise<number> {
  const guard = { sql: 'updated_at < ?', instant: before };
  const held = await lockFreeRows(tx, Cart, { by: 'id', values: ids, guard });
  if (held.length === 0) return 0;
  const rows = await tx.findBy(Cart, { id: In(held) });
  // The carts first: their events still show what was in them.
  await removal.remove(tx, Cart, rows);
  await removeRows(tx, CartItem, { by: 'cartId', values: held });
  await removeRows(tx, CartCheckout, { by: 'cartId', values: held });
  return held.length;
}
