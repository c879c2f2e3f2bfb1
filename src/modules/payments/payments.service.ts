import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Transactions } from '../../platform/database/connection/transactions';
import { type ListQuery, type Page } from '../../platform/database/lists/listing';
import { type Order } from '../orders/order.record';
import { OrdersService } from '../orders/orders.service';
import { type Payment } from './data/payment.entity';
import { isOpen, methodOf, type PaymentMethod } from './domain/payment-state';
import { PaymentAttemptsService } from './payment-attempts.service';
import { PaymentLedgerService } from './payment-ledger.service';
import { type PaymentDetails } from './payment-gateway.port';
import { type PaymentRequest } from './payment-request';
import { paymentRecord, type PaymentRecord } from './payment.record';
import { orderRefused, PaymentDeclined, PaymentOutcomeUnknown } from './payments.errors';
import { PaymentSettlementService } from './payment-settlement.service';
import { type Attempt, ProviderCallsService } from './provider-calls.service';
import { type TransactionRecord } from './transaction.record';
import { type TransactionTotalsRecord } from './transaction-totals.record';

type Begin = (tx: EntityManager, order: Order, request: PaymentRequest) => Promise<readonly Payment[]>;

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
    private readonly calls: ProviderCallsService,
    private readonly settlement: PaymentSettlementService,
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
    const made = await Promise.all(begun.attempts.map((attempt) => this.make(attempt, request.details)));
    return this.answer(method, [...begun.earlier, ...made]);
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
    return (await this.ledger.ofRequest(tx, orderId, requestKey)).filter((payment) => methodOf(payment) === method);
  }

  private async attemptsOf(tx: EntityManager, order: Order, payments: readonly Payment[]): Promise<Attempt[]> {
    const attempts: Attempt[] = [];
    for (const payment of payments) {
      const charge = payment.chargeId === null ? null : await this.ledger.row(tx, payment.chargeId);
      attempts.push({ payment, currency: order.currencyCode, reference: charge?.reference ?? '' });
    }
    return attempts;
  }

  /** Asks the gateway, with no transaction open, and writes the outcome. */
  private async make(attempt: Attempt, details: PaymentDetails): Promise<Payment> {
    const outcome = await this.calls.make(attempt, details);
    return outcome === undefined ? attempt.payment : this.settlement.settle(attempt.payment.id, outcome);
  }

  /** @throws PaymentDeclined, PaymentRefused, PaymentOutcomeUnknown */
  private async answer(method: PaymentMethod, payments: readonly Payment[]): Promise<PaymentRecord> {
    const [first] = payments;
    const failed = payments.find(({ state }) => state === 'declined');
    if (failed !== undefined) throw declined(failed);
    const isWaiting = payments.some((payment) => isOpen(payment) && payment.url === null);
    if (first === undefined || isWaiting) throw new PaymentOutcomeUnknown();
    const { manager } = this.transactions;
    const charge = await this.ledger.row(manager, first.chargeId ?? first.id);
    return paymentRecord(method, charge, await this.orders.require(manager, first.orderId));
  }
}

/** A charge is declined by its provider with a reference; without one it was never made. */
function declined({ error, reference }: Payment): Error {
  const message = error ?? 'the payment was declined';
  return reference === '' ? orderRefused(message) : new PaymentDeclined(message);
}
