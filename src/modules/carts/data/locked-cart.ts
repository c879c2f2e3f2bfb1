import { type EntityManager } from 'typeorm';
import { readPairs } from '../../../platform/database/rows/paired-rows';
import { CartCheckout } from './cart-checkout.entity';
import { Cart } from './cart.entity';

/** A cart, locked until the transaction ends. */
export interface LockedCart {
  readonly row: Cart;
  /** The order it was checked out as; undefined: it was not, or has changed since. Locked with it. */
  readonly checkout: CartCheckout | undefined;
}

/** Locks a cart. Undefined when it was never written to. */
export async function lockCart(tx: EntityManager, id: string): Promise<LockedCart | undefined> {
  const asked = { property: 'id', values: [id], lock: true } as const;
  const [pair] = await readPairs(tx, Cart, asked, { entity: CartCheckout, key: 'cartId' });
  return pair && { row: pair[0], checkout: pair[1] };
}
