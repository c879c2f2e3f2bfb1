import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Transactions } from '../../platform/database/connection/transactions';
import { type ListQuery, type Page } from '../../platform/database/lists/listing';
import { OrdersService } from '../orders/orders.service';
import { type Payment } from './data/payment.entity';
import { isCharge, methodOf, type PaymentMethod, type TransactionMethod } from './domain/payment-state';
import { type PaidOrder, PaymentAttemptsService } from './payment-attempts.service';
import { PaymentLedgerService } from './payment-ledger.service';
import { type PaymentRequest } from './payment-request';
import { PaymentAnswersService } from './payment-answers.service';
import { type PaymentRecord } from './payment.record';
import { PaymentRecoveryService } from './payment-recovery.service';
import { type TransactionRecord } from './transaction.record';
import { type TransactionTotalsRecord } from './transaction-totals.record';

type Begin = (tx: EntityManager, paid: PaidOrder, request: PaymentRequest) => Promise<readonly Payment[]>;

/** Purchases and authorizations are one kind. */
const kindOf = (method: TransactionMethod): TransactionMethod => (isCharge(method) ? 'purchase' : method);

/** Pays for orders: writes the attempt, asks the gateway, writes the outcome (orders-and-payments.md 10 to 16). */
@Injectable()
export class PaymentsService {
  private readonly begin: Readonly<Record<PaymentMethod, Begin>> = {
    purchase: async (tx, paid, request) => [await this.attempts.charge(tx, paid, 'purchase', request)],
    authorize: async (tx, paid, request) => [await this.attempts.charge(tx, paid, 'authorize', request)],
    capture: async (tx, paid, request) => [await this.attempts.capture(tx, paid, request)],
    refund: (tx, paid, request) => this.attempts.refund(tx, paid, request),
    void: async (tx, paid, request) => [await this.attempts.release(tx, paid, request)],
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
      const live = await this.ledger.live(tx, orderId);
      await this.attempts.adopt(tx, order, live);
      const payments = await this.begin[method](tx, { order, live }, request);
      return { earlier: [], attempts: await this.attempts.attemptsOf(tx, order, payments) };
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
}
