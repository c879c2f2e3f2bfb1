import { Injectable } from '@nestjs/common';
import { type EntityManager, type FindOptionsWhere, In, Not, type SelectQueryBuilder } from 'typeorm';
import { grouped } from '../../kernel/grouped';
import { exactSum, sumParts } from '../../platform/database/rows/exact-sum';
import { CustomerHistoriesService, type CustomerOrders } from '../customers/customer-histories.service';
import { Order } from './data/order.entity';
import { inDefault } from './domain/in-default';
import { CAME_TO_NOTHING } from './domain/order-balance';
import { type OrderStatus } from './domain/order-status';

/** Orders that money was taken for. One of them without a payment of its own was paid elsewhere, with its total. */
const PAID: readonly OrderStatus[] = ['paid', 'processing', 'dispatched', 'partial_refund'];
const PAID_ELSEWHERE = `COALESCE(o.captured, 0) = 0 AND o.status IN (${PAID.map((status) => `'${status}'`).join(', ')})`;
const TAKEN = `CASE WHEN ${PAID_ELSEWHERE} THEN o.total ELSE COALESCE(o.captured, 0) END`;
const LEFT = `( ${TAKEN} ) - COALESCE(o.refunded, 0)`;
const OWED = 'o.total - COALESCE(o.credit, 0)';
/** The money that an order holds, at most its value after its edits: the rest is owed back. */
const SPENT = `( CASE WHEN ${LEFT} < ${OWED} THEN ${LEFT} WHEN ${OWED} > 0 THEN ${OWED} ELSE 0 END )`;
/** Orders of which all money is the customer's again. */
const GIVEN_BACK: OrderStatus = 'refunded';

/** Sums over the orders of customers, for rules of promotions (promotions.md 18) and the `history` of customers. */
@Injectable()
export class CustomerOrdersService {
  constructor(histories: CustomerHistoriesService) {
    histories.register((manager, ids) => this.ofMany(manager, ids));
  }

  /**
   * @param customer by id, or else by e-mail address in lower case
   * @param without id of an order that does not count; null: all do
   */
  async of(
    tx: EntityManager,
    customer: { id?: string | null; email?: string | null },
    without: string | null = null,
  ): Promise<CustomerOrders> {
    const whose = customer.id ? { customerId: customer.id } : { customerEmail: customer.email ?? '' };
    return added(await sums(tx, { ...whose, ...(without !== null && { id: Not(without) }) }).getRawMany<SumRow>());
  }

  /** {@link of} customers by id. @param ids at most a page of them */
  async ofMany(manager: EntityManager, ids: readonly string[]): Promise<ReadonlyMap<string, CustomerOrders>> {
    if (ids.length === 0) return new Map();
    const rows = await sums(manager, { customerId: In([...ids]) })
      .addSelect('o.customerId', 'customer')
      .addGroupBy('o.customerId')
      .getRawMany<SumRow & { readonly customer: unknown }>();
    const byCustomer = grouped(rows, ({ customer }) => String(customer));
    return new Map([...byCustomer].map(([id, of]) => [id, added(of)]));
  }
}

/** Sums over the orders of one status and exchange rate. The type of the numbers depends on the driver. */
type SumRow = Readonly<Record<string, unknown>> & {
  readonly status: OrderStatus;
  readonly rate: string;
  readonly orders: unknown;
};

function sums(manager: EntityManager, which: FindOptionsWhere<Order>): SelectQueryBuilder<Order> {
  return manager
    .createQueryBuilder(Order, 'o')
    .select(['o.status AS status', 'o.exchangeRate AS rate', 'COUNT(*) AS orders', ...sumParts(SPENT, 'spent')])
    .where({ ...which, status: Not(In([...CAME_TO_NOTHING])) })
    .groupBy('o.status')
    .addGroupBy('o.exchangeRate');
}

function added(rows: readonly SumRow[]): CustomerOrders {
  const kept = rows.filter(({ status }) => status !== GIVEN_BACK);
  return {
    orders: rows.reduce((count, { orders }) => count + Number(orders), 0),
    spent: kept.reduce((sum, row) => sum + inDefault(exactSum(row, 'spent'), row.rate), 0n),
  };
}
