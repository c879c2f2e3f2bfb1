import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/connection/transactions';
import { orderRecord } from '../orders/order.record';
import { OrdersService } from '../orders/orders.service';
import { type Payment } from './data/payment.entity';
import { isOpen, methodOf, type TransactionMethod } from './domain/payment-state';
import { PaymentLedgerService } from './payment-ledger.service';
import { PaymentRecoveryService } from './payment-recovery.service';
import { paymentRecord, type PaymentRecord } from './payment.record';
import { orderRefused, PaymentDeclined, PaymentOutcomeUnknown } from './payments.errors';

/** Answers requests by what became of their payments. */
@Injectable()
export class PaymentAnswersService {
  constructor(
    private readonly transactions: Transactions,
    private readonly orders: OrdersService,
    private readonly ledger: PaymentLedgerService,
    private readonly recovery: PaymentRecoveryService,
  ) {}

  /** @throws PaymentDeclined, PaymentRefused, PaymentOutcomeUnknown */
  async of(method: TransactionMethod, payments: readonly Payment[]): Promise<PaymentRecord> {
    const [first] = payments;
    const failed = payments.find(({ state }) => state === 'declined');
    if (failed !== undefined) throw declined(failed);
    const isWaiting = payments.some((payment) => isOpen(payment) && payment.url === null);
    if (first === undefined || isWaiting) throw new PaymentOutcomeUnknown();
    // Another part of a refund may have changed the order after this one.
    return this.record(method, payments.length === 1 ? first : { ...first, order: undefined });
  }

  /** The answer of a payment that is pending, for which its provider is asked. @throws as {@link of} */
  async asked(id: string): Promise<PaymentRecord> {
    const payment = await this.recovery.recover(id);
    return this.of(methodOf(payment), [payment]);
  }

  /** The answer of a payment as it is. */
  async record(method: TransactionMethod, payment: Payment): Promise<PaymentRecord> {
    const { manager } = this.transactions;
    const { chargeId, orderId, order } = payment;
    const charge = chargeId === null ? payment : await this.ledger.row(manager, chargeId);
    return paymentRecord(method, charge, order ? orderRecord(order) : await this.orders.require(manager, orderId));
  }
}

/** A charge is declined by its provider with a reference; without one it was never made. */
function declined({ error, reference }: Payment): Error {
  const message = error ?? 'the payment was declined';
  return reference === '' ? orderRefused(message) : new PaymentDeclined(message);
}
