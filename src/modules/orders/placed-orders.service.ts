import { Injectable } from '@nestjs/common';
import { Between, type EntityManager } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { type Amount } from '../../kernel/money';
import { Transactions } from '../../platform/database/connection/transactions';
import { CustomerGroupsService } from '../customers/customer-groups.service';
import { type CartCustomer, type CartSnapshot, type FrozenPromotion } from '../promotions/frozen-promotion';
import { type OrderPlace, readPlacedOrders, releasesOf } from './data/placed-order.queries';
import { Order } from './data/order.entity';
import { customerOf, orderSnapshot } from './domain/order-snapshot';
import { CAME_TO_NOTHING } from './domain/order-balance';
import { type OrderStatus } from './domain/order-status';

export type { OrderPlace };

/** An order as it was priced, from its own rows (orders-and-payments.md 2). Amounts are in its currency. */
export interface PastOrder {
  readonly place: OrderPlace;
  readonly status: OrderStatus;
  readonly currencyCode: string;
  readonly total: Amount;
  /** Off lines and shipping, by promotion. */
  readonly discounts: readonly { readonly promotionId: string; readonly title: string; readonly amount: Amount }[];
  readonly cart: CartSnapshot;
  readonly customer: CartCustomer | null;
  readonly instant: Date;
  readonly timeZone: string;
  readonly promotions: readonly FrozenPromotion[];
  /** When it came to nothing; null: it counts. */
  readonly releasedAt: Date | null;
}

/** Orders of a window that were looked at, in the order they were placed. */
export interface PastOrders {
  /** Without those that no checkout placed. */
  readonly orders: readonly PastOrder[];
  /** Number of orders that were read. */
  readonly lookedAt: number;
  /** Place of the last order; null: there are no more. */
  readonly last: OrderPlace | null;
}

/** Age of a window's end from which a replica has all of its orders: as old as an id is that nobody draws any more. */
const PAST_MS = 60_000;

/** Reads orders as they were priced, for modules that price them again; those of a window of the past may lag. */
@Injectable()
export class PlacedOrdersService {
  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly groups: CustomerGroupsService,
  ) {}

  /** Counts the orders of a window by an index, both ends included, also those that no checkout placed. */
  count(from: Date, to: Date): Promise<number> {
    return this.read(to, (manager) => manager.count(Order, { where: { createdAt: Between(from, to) } }));
  }

  /** The next orders of a window, in at most five statements. @param after of the one looked at last */
  next(after: OrderPlace, to: Date, limit: number): Promise<PastOrders> {
    return this.read(to, async (manager) => this.withGroups(manager, await pastOrders(manager, after, to, limit)));
  }

  /** Orders from before keep of a group its id only: its slug of today is added, since rules match by either. */
  private async withGroups(manager: EntityManager, past: PastOrders): Promise<PastOrders> {
    const ids = past.orders.flatMap(({ customer }) => (typeof customer?.group === 'string' ? customer.group : []));
    const names = await this.groups.namesOf(manager, ids);
    if (names.size === 0) return past;
    const orders = past.orders.map((order) => {
      const group = names.get(typeof order.customer?.group === 'string' ? order.customer.group : '');
      return group ? { ...order, customer: { ...order.customer, group } } : order;
    });
    return { ...past, orders };
  }

  private read<T>(to: Date, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const isPast = to.getTime() < this.clock.now().getTime() - PAST_MS;
    return isPast ? this.transactions.readLagging(work) : work(this.transactions.manager);
  }
}

async function pastOrders(manager: EntityManager, after: OrderPlace, to: Date, limit: number): Promise<PastOrders> {
  const rows = await readPlacedOrders(manager, after, to, limit);
  const nothing = rows.orders.filter(({ status }) => CAME_TO_NOTHING.has(status)).map(({ place }) => place.id);
  const releases = await releasesOf(manager, nothing, [...CAME_TO_NOTHING]);
  const orders = rows.orders.map(({ order, items, ...row }): PastOrder => {
    const { at, timeZone, customer, promotions } = order.terms;
    return {
      ...row,
      currencyCode: order.currencyCode,
      cart: orderSnapshot(order, items),
      customer: customer && customerOf(customer),
      instant: new Date(at),
      timeZone,
      promotions,
      releasedAt: CAME_TO_NOTHING.has(row.status) ? (releases.get(row.place.id) ?? row.place.at) : null,
    };
  });
  return { orders, lookedAt: rows.lookedAt, last: rows.last };
}
