import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Transactions } from '../../platform/database/connection/transactions';
import { type ListQuery, type Page } from '../../platform/database/lists/listing';
import { type Order } from '../orders/order.record';
import { OrdersService } from '../orders/orders.service';
import { type Payment } from './data/payment.entity';
import { isCharge, methodOf, type PaymentMethod, type TransactionMethod } from './domain/payment-state';
import { PaymentAttemptsService } from './payment-attempts.service';
import { PaymentLedgerService } from './payment-ledger.service';
import { type PaymentRequest } from './payment-request';
import { PaymentAnswersService } from './payment-answers.service';
import { type PaymentRecord } from './payment.record';
import { PaymentRecoveryService } from './payment-recovery.service';
import { type Attempt } from './provider-calls.service';
import { type TransactionRecord } from './transaction.record';
import { type TransactionTotalsRecord } from './transaction-totals.record';

type Begin = (tx: EntityManager, order: Order, request: PaymentRequest) => Promise<readonly Payment[]>;

/** Purchases and authorizations are one kind. */
const kindOf = (method: TransactionMethod): TransactionMethod => (isCharge(method) ? 'purchase' : method);

/** Pays for orders: writes the attempt, asks the gateway, writes the outcome (orders-that-stay-true.md 10 to 16). */
@Injectable()
export class PaymentsService {
  private readonly begin: Readonly<Record<PaymentMethod, Begin>> = {
    purchase: async (tx, order, request) => [await this.attempts.charge(tx, order, 'purchase', request)],
    authorize: async (tx, order, request) => [await this.attempts.charge(tx, order, 'authorize', request)],
    capture: async (tx, order, request) => [await this.attempts.capture(tx, order, request)],
    refund: (tx, order, request) => this.attempts.refund(tx, order, request),
    void: async (tx, order, request) => [await this.attempts.release(tx, order, request)],
  };

  constructor(
    private readonly transactions: Transactions,
    private readonly orders: OrdersService,
    private readonly attempts: PaymentAttemptsService,
    private readonly ledger: PaymentLedgerService,
    private readonly recovery: PaymentRecoveryService,
    private readonly answers: PaymentAnswersService,
  ) {}

  /**
   * Pays for an order, or captures, refunds or voids its payment. No transaction and no lock is held while the gateway is
   * asked. A repeated request, found by its claimed key, starts nothing: it gets the outcome of the first.
   * @throws OrderNotFound, PaymentRefused, PaymentUnderWay, PaymentDeclined, PaymentOutcomeUnknown, ValidationFailed,
   * StatusChangeRefused, StockSoldOn, PromotionUsedUp
   */
  async pay(method: PaymentMethod, orderId: string, request: PaymentRequest): Promise<PaymentRecord> {
    const begun = await this.transactions.run(async (tx) => {
      const order = await this.orders.lock(tx, orderId);
      const earlier = await this.earlier(tx, method, orderId, request);
      if (earlier.length > 0) return { earlier, attempts: [] };
      await this.attempts.adopt(tx, order);
      const payments = await this.begin[method](tx, order, request);
      return { earlier: [], attempts: await this.attemptsOf(tx, order, payments) };
    });
    // At once: each has the deadline for itself.
    const made = await Promise.all(begun.attempts.map((attempt) => this.recovery.make(attempt, request.details)));
    return this.answers.of(method, [...begun.earlier, ...made]);
  }

  /** A page of the payments of an order. @throws OrderNotFound */
  async pageOf(orderId: string, list: ListQuery): Promise<Page<TransactionRecord>> {
    const { manager } = this.transactions;
    await this.orders.require(manager, orderId);
    return this.ledger.page(manager, list, orderId);
  }

  /** Payments of all orders; they may lag. */
  page(list: ListQuery): Promise<Page<TransactionRecord>> {
    return this.transactions.readLagging((manager) => this.ledger.page(manager, list));
  }

  /** Sums over the payments of {@link page}. */
  totals(list: ListQuery): Promise<TransactionTotalsRecord> {
    return this.transactions.readLagging((manager) => this.ledger.totals(manager, list));
  }

  /** @throws TransactionNotFound */
  get(id: string): Promise<TransactionRecord> {
    return this.ledger.get(this.transactions.manager, id);
  }

  private async earlier(
    tx: EntityManager,
    method: PaymentMethod,
    orderId: string,
    { requestKey }: PaymentRequest,
  ): Promise<Payment[]> {
    if (requestKey === null) return [];
    const made = await this.ledger.ofRequest(tx, orderId, requestKey);
    // A charge has the method that its provider made of it.
    return made.filter((payment) => kindOf(methodOf(payment)) === kindOf(method));
  }

  private async attemptsOf(tx: EntityManager, order: Order, payments: readonly Payment[]): Promise<Attempt[]> {
    const attempts: Attempt[] = [];
    for (const payment of payments) {
      const charge = payment.chargeId === null ? null : await this.ledger.row(tx, payment.chargeId);
      attempts.push({ payment, currency: order.currencyCode, reference: charge?.reference ?? '' });
    }
    return attempts;
  }
}
