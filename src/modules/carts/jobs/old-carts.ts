import { type EntityManager, In } from 'typeorm';
import { lockFreeRows, removeRows } from '../../../platform/database/rows/row-removal';
import { type StoreObjectRemoval } from '../../../platform/events/store-object-removal';
import { CartCheckout } from '../data/cart-checkout.entity';
import { CartItem } from '../data/cart-item.entity';
import { Cart } from '../data/cart.entity';

/** Lines of one statement. */
const LINES = 200;

/** Carts to remove with their lines. */
export interface OldCarts {
  readonly ids: readonly string[];
  /** Carts with a change at or after this time are kept. */
  readonly before: Date;
}

/** Removes old carts, except those that are being written to right now. @returns how many */
export async function removeOldCarts(
  tx: EntityManager,
  removal: StoreObjectRemoval,
  { ids, before }: OldCarts,
): Promise<number> {
  const guard = { sql: 'updated_at < ?', instant: before };
  const held = await lockFreeRows(tx, Cart, { keys: ids, guard });
  if (held.length === 0) return 0;
  const rows = await tx.findBy(Cart, { id: In(held) });
  // The carts first: their events still show their lines.
  await removal.remove(tx, Cart, rows);
  await removeLines(tx, held);
  await removeRows(tx, CartCheckout, { keys: held });
  return held.length;
}

async function removeLines(tx: EntityManager, cartIds: readonly string[]): Promise<void> {
  const lines = await tx.find(CartItem, {
    select: { cartId: true, identifier: true },
    where: { cartId: In([...cartIds]) },
  });
  for (let i = 0; i < lines.length; i += LINES) {
    const keys = lines.slice(i, i + LINES).map(({ cartId, identifier }) => [cartId, identifier]);
    await removeRows(tx, CartItem, { keys });
  }
}
