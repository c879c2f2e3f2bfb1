import { type EntityManager } from 'typeorm';
import { readBy } from '../../../platform/database/rows/row-reader';
import { CartCheckout } from './cart-checkout.entity';

/** Ids of the orders that carts were checked out as and have not changed since, by the id of the cart: one statement. */
export async function ordersOfCarts(
  manager: EntityManager,
  carts: readonly { readonly id: string }[],
): Promise<ReadonlyMap<string, string>> {
  const ids = carts.map(({ id }) => id);
  const checkouts = ids.length === 0 ? [] : await readBy(manager, CartCheckout, 'cartId', ids);
  return new Map(checkouts.map(({ cartId, orderId }) => [cartId, orderId]));
}
