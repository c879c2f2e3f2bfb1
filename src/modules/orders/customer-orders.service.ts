import { Injectable } from '@nestjs/common';
import { type EntityManager, In, Not } from 'typeorm';
import { type Amount } from '../../kernel/money';
import { exactSum, sumParts } from '../../platform/database/rows/exact-sum';
import { Order } from './data/order.entity';
import { inDefault } from './domain/in-default';
import { CAME_TO_NOTHING } from './domain/order-balance';
import { type OrderStatus } from './domain/order-status';

/** Orders that money was taken for. */
const PAID: readonly OrderStatus[] = ['paid', 'processing', 'dispatched', 'partial_refund'];

/** A customer's orders so far. */
export interface CustomerOrders {
  /** Orders that were placed and neither cancelled nor failed nor declined. */
  readonly orders: number;
  /** Sum of the paid ones, in the default currency. */
  readonly spent: Amount;
}

/** Sums over the orders of a customer, for rules of promotions (promotions.md 18). */
@Injectable()
export class CustomerOrdersService {
  /** @param customer by id, or else by e-mail address in lower case */
  async of(tx: EntityManager, customer: { id?: string | null; email?: string | null }): Promise<CustomerOrders> {
    const whose = customer.id ? { customerId: customer.id } : { customerEmail: customer.email ?? '' };
    const sums = await tx
      .createQueryBuilder(Order, 'o')
      .select(['o.status AS status', 'o.exchangeRate AS rate', 'COUNT(*) AS orders', ...sumParts('o.total', 'total')])
      .where({ ...whose, status: Not(In([...CAME_TO_NOTHING])) })
      .groupBy('o.status')
      .addGroupBy('o.exchangeRate')
      .getRawMany<OrderSum>();
    const paid = sums.filter(({ status }) => PAID.includes(status));
    return {
      orders: sums.reduce((count, { orders }) => count + Number(orders), 0),
      spent: paid.reduce((sum, row) => sum + inDefault(exactSum(row, 'total'), row.rate), 0n),
    };
  }
}

/** Sums over the orders of one status and exchange rate. The type of the numbers depends on the driver. */
type OrderSum = Readonly<Record<string, unknown>> & {
  readonly status: OrderStatus;
  readonly rate: string;
  readonly orders: unknown;
};
