import { Conflict, Invalid, NotFound } from '../../kernel/errors';

/** No order has this id. */
export class OrderNotFound extends NotFound {
  readonly code = 'orders.not_found';
  constructor() {
    super('No order found');
  }
}

/** The order has no item with this id. */
export class OrderItemNotFound extends NotFound {
  readonly code = 'orders.item_not_found';
  constructor() {
    super('No order item found');
  }
}

/** The status cannot change that way (carts.md, Order status). */
export class StatusChangeRefused extends Invalid {
  readonly code = 'orders.status_change_refused';
  constructor(from: string, to: string) {
    super({ status: [`status cannot change from ${from} to ${to}`] });
  }
}

/** A cancelled, failed or declined order cannot be revived, because its goods were sold (carts.md 8). */
export class StockSoldOn extends Conflict {
  readonly code = 'carts.stock_sold_on';
  /** @param skus of all products that are short */
  constructor(readonly skus: readonly string[]) {
    super(`Not enough is left in stock of ${skus.join(', ')}`);
  }
}

/** The amounts of a placed order cannot change now, or not this way (orders-and-payments.md 4, 8). */
export class OrderEditRefused extends Invalid {
  readonly code = 'orders.edit_refused';
}

/** {@link OrderEditRefused} because an amount of the order would be above the most that is held (wire.md 2). */
export function orderTooLarge(): OrderEditRefused {
  return new OrderEditRefused({ order: ['order comes to more than an order can hold'] });
}
