import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { insertRows, readBy } from '../../platform/database/rows/row-reader';
import { type OrderRecord } from '../orders/order.record';
import { OrdersService } from '../orders/orders.service';
import { CartCheckout } from './data/cart-checkout.entity';

/** The order that each cart was checked out as, until the cart changes (carts.md 5). */
@Injectable()
export class CartOrdersService {
  constructor(private readonly orders: OrdersService) {}

  /**
   * The order that a cart, which is locked, was checked out as; undefined when there is none, or none any more, which is
   * then forgotten.
   */
  async findOrder(tx: EntityManager, cartId: string): Promise<OrderRecord | undefined> {
    const [checkout] = await readBy(tx, CartCheckout, 'cartId', [cartId]);
    if (checkout === undefined) return undefined;
    const order = await this.orders.find(tx, checkout.orderId);
    if (order === undefined) await tx.delete(CartCheckout, { cartId });
    return order;
  }

  /**
   * An insert, whose key fails where the lock of the cart does not hold: on another node of a cluster. The transaction is
   * then run again and finds the other's order.
   */
  async record(tx: EntityManager, cartId: string, orderId: string): Promise<void> {
    await insertRows(tx, CartCheckout, [{ cartId, orderId, fingerprint: null }]);
  }
}
