import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { insertRows } from '../../platform/database/rows/row-reader';
import { CartCheckout } from './data/cart-checkout.entity';

/** The order that each cart was checked out as, until the cart changes (carts.md 5). The cart is locked. */
@Injectable()
export class CartOrdersService {
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
