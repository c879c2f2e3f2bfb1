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

/** An order that was cancelled, failed or declined is wanted again, and its goods have been sold (carts.md 8). */
export class StockSoldOn extends Conflict {
  readonly code = 'carts.stock_sold_on';
  /** @param skus of all products that are short */
  constructor(readonly skus: readonly string[]) {
    super(`Not enough is left in stock of ${skus.join(', ')}`);
  }
}

/** The money of a placed order cannot change now, or not that way (orders-that-stay-true.md 4, 8). */
export class OrderEditRefused extends Invalid {
  readonly code = 'orders.edit_refused';
}
