import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { type Amount, amountText } from '../../kernel/money';
import { type Order } from '../orders/order.record';
import { PaymentRefused } from './payments.errors';
import { Payment } from './data/payment.entity';
import { type PaymentState } from './domain/payment-state';

/** Reads and writes the payments of orders. Call each method under the order's lock. */
@Injectable()
export class PaymentLedgerService {
  constructor(private readonly clock: Clock) {}

  /** Writes an attempt to pay the order's total. */
  async write(
    tx: EntityManager,
    order: Order,
    attempt: Pick<Payment, 'id' | 'gateway' | 'state' | 'reference'>,
  ): Promise<Payment> {
    const now = this.clock.now();
    const values = { ...attempt, orderId: order.id, amount: order.total, refunded: 0n, createdAt: now, updatedAt: now };
    await tx.insert(Payment, values);
    return Object.assign(new Payment(), values);
  }

  /** Finds the authorized payment of an order. */
  authorized(tx: EntityManager, orderId: string): Promise<Payment | null> {
    return tx.findOneBy(Payment, { orderId, state: 'authorized' });
  }

  /** Finds the captured payment of an order, the newest when it was paid again after a refund. */
  captured(tx: EntityManager, orderId: string): Promise<Payment | null> {
    return tx.findOne(Payment, { where: { orderId, state: 'captured' }, order: { id: 'DESC' } });
  }

  /** Ends an authorization. */
  async settle(tx: EntityManager, payment: Payment, state: PaymentState): Promise<Payment> {
    return tx.save(Object.assign(payment, { state, updatedAt: this.clock.now() }));
  }

  /**
   * Books a refund: one statement, whose affected rows say whether so much is left (carts.md 10).
   * @throws PaymentRefused naming `amount`
   */
  async refund(tx: EntityManager, { id, amount: paid }: Payment, amount: Amount): Promise<Payment> {
    const { affected } = await tx
      .createQueryBuilder()
      .update(Payment)
      .set({ refunded: () => 'refunded + :refund', updatedAt: this.clock.now() })
      .where('id = :id AND refunded + :refund <= amount', { id, refund: amount.toString() })
      .execute();
    if (affected !== 1 || amount === 0n) {
      const most = `amount must be above 0 and at most what is left of the ${amountText(paid)} that were paid`;
      throw new PaymentRefused({ amount: [most] });
    }
    return tx.findOneByOrFail(Payment, { id });
  }
}
