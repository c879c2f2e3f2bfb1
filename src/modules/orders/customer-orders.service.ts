import { Injectable } from '@nestjs/common';
import { type EntityManager, In, Not } from 'typeorm';
import { type Amount } from '../../kernel/money';
import { exactSum, sumParts } from '../../platform/database/rows/exact-sum';
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

/** A customer's orders so far. */
export interface CustomerOrders {
  /** Orders that were placed and neither cancelled nor failed nor declined. */
  readonly orders: number;
  /** Sum of what was paid for them, less what was given back and what is owed back, in the default currency. */
  readonly spent: Amount;
}

/** Sums over the orders of a customer, for rules of promotions (promotions.md 18). */
@Injectable()
export class CustomerOrdersService {
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
    const sums = await tx
      .createQueryBuilder(Order, 'o')
      .select(['o.status AS status', 'o.exchangeRate AS rate', 'COUNT(*) AS orders', ...sumParts(SPENT, 'spent')])
      .where({ ...whose, status: Not(In([...CAME_TO_NOTHING])), ...(without !== null && { id: Not(without) }) })
      .groupBy('o.status')
      .addGroupBy('o.exchangeRate')
      .getRawMany<OrderSum>();
    const kept = sums.filter(({ status }) => status !== GIVEN_BACK);
    return {
      orders: sums.reduce((count, { orders }) => count + Number(orders), 0),
      spent: kept.reduce((sum, row) => sum + inDefault(exactSum(row, 'spent'), row.rate), 0n),
    };
  }
}

/** Sums over the orders of one status and exchange rate. The type of the numbers depends on the driver. */
type OrderSum = Readonly<Record<string, unknown>> & {
  readonly status: OrderStatus;
  readonly rate: string;
  readonly orders: unknown;
};
