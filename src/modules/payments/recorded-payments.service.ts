import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type Amount } from '../../kernel/money';
import { afterChange, type Order, orderBalance, type OrderStatus } from '../orders/order.record';
import { type OrderListener, OrderTransitions } from '../orders/order-status-listeners';
import { type Payment } from './data/payment.entity';
import { isUnderWay, sumsToAdopt } from './domain/order-payments';
import { PaymentLedgerService } from './payment-ledger.service';
import { PaymentUnderWay } from './payments.errors';
import { taxOf } from './domain/transaction-tax';

/** The gateway that refunds of a recorded payment go to: it moves no money. */
const BY_HAND = 'manual';

const FAILED = 'the payment did not come';

/** The facts of a recorded payment beside its amount. */
export interface Received {
  readonly who: string;
  /** Reference of another system; empty: none. */
  readonly reference?: string;
  readonly requestKey?: string | null;
  /** Whether the money came: true unless it is told. */
  readonly isSuccess?: boolean;
}

/**
 * Writes payments that the shop received outside the store (orders-and-payments.md 14): an order that a person sets to paid has its
 * balance captured, in the same transaction. Call under the order's lock.
 */
@Injectable()
export class RecordedPaymentsService implements OrderListener {
  constructor(
    private readonly ledger: PaymentLedgerService,
    transitions: OrderTransitions,
  ) {
    transitions.listen(this);
  }

  /** @throws PaymentUnderWay */
  async moved(tx: EntityManager, order: Order, _: OrderStatus, who: string): Promise<void> {
    // After a payment of all that was due, nothing is.
    if (order.status !== 'paid' || orderBalance(order) <= 0n) return;
    const live = await this.ledger.live(tx, order.id);
    if (isUnderWay(live)) throw new PaymentUnderWay();
    const adopted = sumsToAdopt(order, live);
    if (adopted !== undefined) Object.assign(order, afterChange(order, adopted));
    const authorized = live.filter(({ state }) => state === 'authorized').reduce((sum, { amount }) => sum + amount, 0n);
    const amount = orderBalance(order) - authorized;
    if (amount <= 0n) return;
    Object.assign(order, afterChange(order, { captured: amount }));
    await this.write(tx, order, amount, { who });
  }

  async stated(tx: EntityManager, order: Order, who: string): Promise<void> {
    if (order.captured > 0n) await this.write(tx, order, order.captured, { who });
  }

  async removed(): Promise<void> {
    // The guard of the order's money decides.
  }

  /** Writes a payment whose amount the order has captured already, or one that did not come. */
  async write(tx: EntityManager, order: Order, amount: Amount, received: Received): Promise<Payment> {
    const { who, reference = '', requestKey = null, isSuccess = true } = received;
    const about = { orderId: order.id, gateway: BY_HAND, reference, who, requestKey, askAt: null };
    if (!isSuccess)
      return this.ledger.write(tx, { ...about, ...{ method: 'recorded', state: 'declined', amount, error: FAILED } });
    const came = { method: 'recorded', state: 'captured', amount, captured: amount } as const;
    return this.ledger.write(tx, { ...about, ...came, tax: taxOf({ ...came, tax: null }, order) });
  }
}
