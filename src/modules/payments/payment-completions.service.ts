import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type Amount } from '../../kernel/money';
import { Transactions } from '../../platform/database/connection/transactions';
import { type Order, orderBalance } from '../orders/order.record';
import { OrdersService } from '../orders/orders.service';
import { type Payment } from './data/payment.entity';
import { isUnderWay } from './domain/order-payments';
import { isCharge, isOpen, methodOf } from './domain/payment-state';
import { statusAfterPayment } from './domain/status-after';
import { PaymentAnswersService } from './payment-answers.service';
import { PaymentAttemptsService } from './payment-attempts.service';
import { PaymentLedgerService } from './payment-ledger.service';
import { type CompletionRequest } from './payment-request';
import { type PaymentRecord } from './payment.record';
import { PaymentUnderWay } from './payments.errors';
import { RecordedPaymentsService } from './recorded-payments.service';

/** Takes reports of payments on pages of providers (orders-and-payments.md 14). */
@Injectable()
export class PaymentCompletionsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly orders: OrdersService,
    private readonly attempts: PaymentAttemptsService,
    private readonly ledger: PaymentLedgerService,
    private readonly recorded: RecordedPaymentsService,
    private readonly answers: PaymentAnswersService,
  ) {}

  /**
   * Records a payment of the balance, or that it did not come. Where a payment of the store is pending, its provider knows: it is asked,
   * and nothing is recorded.
   * @throws OrderNotFound, PaymentRefused, PaymentUnderWay, PaymentDeclined, PaymentOutcomeUnknown, StatusChangeRefused, StockSoldOn,
   * PromotionUsedUp
   */
  async complete(orderId: string, request: CompletionRequest): Promise<PaymentRecord> {
    const found = await this.transactions.run((tx) => this.begin(tx, orderId, request));
    return isOpen(found) ? this.answers.asked(found.id) : this.answers.record('recorded', found);
  }

  /** @returns the payment that is recorded, or the one that is pending */
  private async begin(tx: EntityManager, orderId: string, request: CompletionRequest): Promise<Payment> {
    const order = await this.orders.lock(tx, orderId);
    const { requestKey } = request;
    const [earlier] = requestKey === null ? [] : await this.ledger.ofRequest(tx, orderId, requestKey);
    if (earlier !== undefined) return earlier;
    const live = await this.ledger.live(tx, orderId);
    await this.attempts.adopt(tx, order, live);
    const pending = live.find((payment) => isOpen(payment) && isCharge(methodOf(payment)));
    if (pending !== undefined) return pending;
    if (isUnderWay(live)) throw new PaymentUnderWay();
    return request.isSuccess ? this.came(tx, order, live, request) : this.failed(tx, order, request);
  }

  private async came(
    tx: EntityManager,
    order: Order,
    live: readonly Payment[],
    request: CompletionRequest,
  ): Promise<Payment> {
    const amount = await this.attempts.due(tx, order, live, request.who);
    const status = statusAfterPayment(order, amount);
    await this.orders.recordMoney(tx, order, { captured: amount, ...(status && { status }) }, request.who);
    return this.write(tx, order, amount, request);
  }

  private async failed(tx: EntityManager, order: Order, request: CompletionRequest): Promise<Payment> {
    const isUntouched = order.status === 'unpaid' && order.captured === 0n;
    const due = orderBalance(order);
    if (request.status === null && isUntouched) await this.orders.moveTo(tx, order, 'failed', request.who);
    return this.write(tx, order, due > 0n ? due : 0n, request);
  }

  private async write(tx: EntityManager, order: Order, amount: Amount, request: CompletionRequest): Promise<Payment> {
    const payment = await this.recorded.write(tx, order, amount, request);
    if (request.status !== null) await this.orders.moveTo(tx, order, request.status, request.who);
    return payment;
  }
}
