import { Inject, Injectable } from '@nestjs/common';
import { type EntityManager, In, IsNull } from 'typeorm';
import { type Amount } from '../../kernel/money';
import { CONFIG, type Config } from '../../platform/config/config';
import { idsAfter } from '../../platform/database/rows/ids-after';
import { Order } from './data/order.entity';
import { inDefault } from './domain/in-default';
import { CAME_TO_NOTHING } from './domain/order-balance';
import { ORDER_STATUS_KEYS } from './domain/order-status';
import { type StatusCounts } from './domain/status-counts';
import { MAY_WAIT } from './domain/to-ship';
import { OrdersCollection } from './orders.collection';

export { type StatusCounts };

/** The amounts of an order, for sums over many orders, in the order's currency. */
export interface OrderFigures {
  readonly id: string;
  readonly createdAt: Date;
  /** Whether it was cancelled, failed or was declined. */
  readonly cameToNothing: boolean;
  readonly total: Amount;
  readonly captured: Amount;
  readonly refunded: Amount;
  /** Converts one of its amounts to the default currency, by its own exchange rate. */
  readonly inDefault: (amount: Amount) => Amount;
}

/** Reads the amounts of orders, for sums over many orders. */
@Injectable()
export class OrderFiguresService {
  constructor(
    private readonly orders: OrdersCollection,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Returns the existing orders of these ids; in production those that were paid without money are left out. @param ids not too many for one statement */
  async of(tx: EntityManager, ids: readonly string[]): Promise<OrderFigures[]> {
    if (ids.length === 0) return [];
    const columns = ['id', 'createdAt', 'status', 'total', 'captured', 'refunded', 'exchangeRate'] as const;
    const select = Object.fromEntries(columns.map((name) => [name, true]));
    const which = this.config.inProduction ? { isTest: IsNull() } : {};
    const rows = await tx.find(Order, { select, where: { id: In([...ids]), ...which } });
    return rows.map(({ status, exchangeRate, ...row }) => ({
      ...row,
      cameToNothing: CAME_TO_NOTHING.has(status),
      inDefault: (amount) => inDefault(amount, exchangeRate),
    }));
  }

  /** Counts the orders of each status, and those that `to_ship=1`, `payment_due=1` and `refund_due=1` list, without reading all orders. */
  async statuses(manager: EntityManager): Promise<StatusCounts> {
    const lists = [{ payment_due: '1' }, ...ORDER_STATUS_KEYS.map((status) => ({ status }))];
    const found = await this.orders.totals(manager, MAY_WAIT, lists);
    const [paid = 0, processing = 0, partly = 0, paymentDue = 0, ...counts] = found;
    const toShip = { paid, processing, partial_refund: partly };
    const refundDue = await manager.countBy(Order, { refundDue: true });
    const byStatus = ORDER_STATUS_KEYS.map((status, at) => [status, counts[at] ?? 0] as const);
    return { byStatus: new Map(byStatus.filter(([, count]) => count > 0)), toShip, paymentDue, refundDue };
  }

  /** Ids of the orders after one, oldest first. */
  idsAfter(tx: EntityManager, id: string, limit: number): Promise<string[]> {
    return idsAfter(tx, Order, id, limit);
  }
}
