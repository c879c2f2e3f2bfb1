import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { readPairs } from '../../platform/database/rows/paired-rows';
import { insertRows, readBy } from '../../platform/database/rows/row-reader';
import { Cart } from './data/cart.entity';
import { CartCheckout, CONTENT_CHANGED } from './data/cart-checkout.entity';
import { lockCart, type LockedCart } from './data/locked-cart';

/** The order that each cart was checked out as last (carts.md 5, orders-and-payments.md 38). */
@Injectable()
export class CartOrdersService {
  /** The checkouts of rows that were read with them: pricing does not read them again. */
  private readonly known = new WeakMap<Cart, CartCheckout | undefined>();

  /** Locks a cart until the transaction ends. Undefined when it was never written to. */
  async lock(tx: EntityManager, cartId: string): Promise<LockedCart | undefined> {
    const locked = await lockCart(tx, cartId);
    if (locked !== undefined) this.known.set(locked.row, locked.checkout);
    return locked;
  }

  /** A cart, read in one statement with its checkout. Undefined when it was never written to. */
  async read(manager: EntityManager, cartId: string): Promise<Cart | undefined> {
    const asked = { property: 'id', values: [cartId] } as const;
    const [pair] = await readPairs(manager, Cart, asked, { entity: CartCheckout, key: 'cartId' });
    if (pair !== undefined) this.known.set(...pair);
    return pair?.[0];
  }

  /** A cart that is about to be written for the first time: it was not checked out. */
  fresh(row: Cart): Cart {
    this.known.set(row, undefined);
    return row;
  }

  /** The last checkouts of carts. */
  async of(manager: EntityManager, rows: readonly Cart[]): Promise<readonly CartCheckout[]> {
    const unknown = rows.filter((row) => !this.known.has(row)).map(({ id }) => id);
    const read = unknown.length === 0 ? [] : await readBy(manager, CartCheckout, 'cartId', unknown);
    const byId = new Map(read.map((checkout) => [checkout.cartId, checkout]));
    for (const row of rows) if (!this.known.has(row)) this.known.set(row, byId.get(row.id));
    return rows.flatMap((row) => this.known.get(row) ?? []);
  }

  /** Remembers that the content of a cart changed after its checkout: the order is no longer the one of this content. */
  async change(tx: EntityManager, { row, checkout }: LockedCart): Promise<LockedCart> {
    if (checkout === undefined || checkout.fingerprint === CONTENT_CHANGED) return { row, checkout };
    const changed = { ...checkout, fingerprint: CONTENT_CHANGED };
    await tx.update(CartCheckout, { cartId: checkout.cartId }, { fingerprint: CONTENT_CHANGED });
    this.known.set(row, changed);
    return { row, checkout: changed };
  }

  /** Lets the cart be checked out anew. */
  async forget(tx: EntityManager, cartId: string): Promise<void> {
    await tx.delete(CartCheckout, { cartId });
  }

  /**
   * An insert, whose key fails where the lock of the cart does not hold: on another node of a cluster. The transaction is
   * then run again and finds the other's order.
   */
  async record(tx: EntityManager, checkout: CartCheckout): Promise<void> {
    await insertRows(tx, CartCheckout, [checkout]);
  }
}
