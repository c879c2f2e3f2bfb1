import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { type EntityManager, In, LessThanOrEqual } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { IdGenerator } from '../../kernel/ids';
import { Transactions } from '../../platform/database/connection/transactions';
import { CountBuckets } from '../../platform/database/lists/count-buckets';
import { type ListQuery, type Page } from '../../platform/database/lists/listing';
import { Collection, type NewRow } from '../../platform/database/lists/collection';
import { trackChanges } from '../../platform/database/rows/row-changes';
import { type Order } from '../orders/order.record';
import { Payment } from './data/payment.entity';
import { paymentListing } from './data/payment.listing';
import { sumMoney } from './data/payment-totals.queries';
import { LIVE_STATES } from './domain/payment-state';
import { GatewayPorts } from './gateway-ports';
import { TransactionNotFound } from './payments.errors';
import { taxOf } from './domain/transaction-tax';
import { transactionRecords, type TransactionRecord } from './transaction.record';
import { transactionTotalsRecord, type TransactionTotalsRecord } from './transaction-totals.record';

/** A provider that cannot tell is asked again after a quarter of the payment's age, within these bounds. */
const SOONEST_MS = 15_000;
const LATEST_MS = 10 * 60_000;
const AGE_SHARE = 4;

/** Default values of a new payment. */
const BLANK = {
  state: 'pending',
  refunded: 0n,
  reference: '',
  chargeId: null,
  captured: null,
  error: null,
  url: null,
  lines: null,
  shipping: null,
  restock: null,
  tax: null,
  reason: null,
  currencyCode: null,
  problem: null,
} as const satisfies Partial<NewRow<Payment>>;

/** The fields of a payment that begins. */
export type NewPayment = Omit<NewRow<Payment>, keyof typeof BLANK> & Partial<NewRow<Payment>>;

/** An order and its payment, both locked, and whether the order's status may follow. */
export interface Settling {
  readonly tx: EntityManager;
  readonly order: Order;
  readonly payment: Payment;
  readonly moves: boolean;
}

/** Reads and writes the payments of orders. Its writers hold the order's lock. */
@Injectable()
export class PaymentLedgerService implements OnModuleDestroy {
  private readonly payments: Collection<Payment, TransactionRecord>;
  private readonly buckets: CountBuckets<Payment>;

  constructor(
    transactions: Transactions,
    ids: IdGenerator,
    private readonly clock: Clock,
    private readonly ports: GatewayPorts,
  ) {
    this.buckets = new CountBuckets({ entity: Payment, listed: 'payments', fields: {} }, transactions, clock);
    this.payments = new Collection(
      {
        entity: Payment,
        listing: paymentListing,
        records: transactionRecords,
        notFound: () => new TransactionNotFound(),
        buckets: this.buckets,
      },
      ids,
      clock,
    );
  }

  async onModuleDestroy(): Promise<void> {
    await this.buckets.stop();
  }

  /** Writes an attempt, pending. */
  write(tx: EntityManager, attempt: NewPayment): Promise<Payment> {
    return this.payments.insert(tx, { ...BLANK, ...attempt });
  }

  /** Changes a payment that is locked. */
  async change(tx: EntityManager, payment: Payment, values: Partial<NewRow<Payment>>): Promise<Payment> {
    const save = trackChanges(tx, Payment, payment);
    Object.assign(payment, values);
    await save();
    return payment;
  }

  /** Whether a payment moves no money. */
  isTest({ gateway }: Pick<Payment, 'gateway'>): boolean {
    return this.ports.isTest(gateway);
  }

  /** A payment, unlocked. @throws TransactionNotFound */
  row(manager: EntityManager, id: string): Promise<Payment> {
    return this.payments.row(manager, id);
  }

  /** A payment, locked until the transaction ends. @param order of the payment, locked @throws TransactionNotFound */
  async lock(tx: EntityManager, id: string, order?: Order): Promise<Payment> {
    return Object.assign(await this.payments.lock(tx, id), { order });
  }

  /** @throws TransactionNotFound */
  get(manager: EntityManager, id: string): Promise<TransactionRecord> {
    return this.payments.get(manager, id);
  }

  /** @param orderId of one order only */
  page(manager: EntityManager, list: ListQuery, orderId?: string): Promise<Page<TransactionRecord>> {
    return this.payments.page(manager, list, orderId === undefined ? undefined : { orderId });
  }

  /** Sums over all transactions that match. */
  async totals(manager: EntityManager, list: ListQuery): Promise<TransactionTotalsRecord> {
    return transactionTotalsRecord(await this.payments.sums(manager, list, sumMoney));
  }

  /**
   * Returns the payments of an order that hold money, took it or may still do so, with their captures, refunds and voids, oldest first.
   * Their number is bounded by what was captured and sold: each gives back at least the smallest unit of money, or a unit of goods.
   */
  live(tx: EntityManager, orderId: string): Promise<Payment[]> {
    return tx.find(Payment, { where: { orderId, state: In(LIVE_STATES) }, order: { id: 'ASC' } });
  }

  /** {@link live} of several orders, in one statement. */
  liveOf(manager: EntityManager, orderIds: readonly string[]): Promise<Payment[]> {
    if (orderIds.length === 0) return Promise.resolve([]);
    return manager.find(Payment, {
      where: { orderId: In([...orderIds]), state: In(LIVE_STATES) },
      order: { id: 'ASC' },
    });
  }

  /** Has payments that moved money keep what they say of an order that is removed, without an event: no visible field changes. */
  async outlive(tx: EntityManager, order: Order): Promise<void> {
    for (const payment of await this.live(tx, order.id)) {
      const kept = { currencyCode: order.currencyCode, tax: taxOf(payment, order) };
      await tx.save(Object.assign(payment, kept), { listeners: false });
    }
  }

  /** Returns the payments that a request with this claimed key started for an order, oldest first. */
  ofRequest(manager: EntityManager, orderId: string, requestKey: string): Promise<Payment[]> {
    return manager.find(Payment, { where: { orderId, requestKey }, order: { id: 'ASC' } });
  }

  /** Ids of payments whose provider is to be asked by now, the longest waiting first. */
  async due(manager: EntityManager, limit: number): Promise<string[]> {
    const rows = await manager.find(Payment, {
      select: { id: true },
      where: { askAt: LessThanOrEqual(this.clock.now()) },
      order: { askAt: 'ASC' },
      take: limit,
    });
    return rows.map(({ id }) => id);
  }

  /** Marks the authorizations of an order for the worker, without an event: no visible field changes. */
  async askOfAuthorized(tx: EntityManager, orderId: string, askAt: Date): Promise<void> {
    const authorized = await tx.find(Payment, { where: { orderId, state: 'authorized' } });
    for (const payment of authorized) await this.askLater(tx, payment, askAt);
  }

  /** Sets when the worker looks at a payment that is locked, without an event: no visible field changes. */
  async askLater(tx: EntityManager, payment: Payment, askAt: Date | null): Promise<void> {
    await tx.save(Object.assign(payment, { askAt }), { listeners: false });
  }

  /** Number of voids that were begun of a charge. */
  countVoids(tx: EntityManager, { id, orderId }: Payment): Promise<number> {
    return tx.countBy(Payment, { orderId, chargeId: id, method: 'void' });
  }

  /** Whether a refund was taken back. */
  isReversed(tx: EntityManager, { id, orderId }: Payment): Promise<boolean> {
    return tx.existsBy(Payment, { orderId, chargeId: id, method: 'reversal' });
  }

  /**
   * Postpones what the worker does about a payment that is locked, without an event: no visible field changes.
   * @returns whether it was due, so that only one of two workers does it
   */
  async postpone(tx: EntityManager, payment: Payment): Promise<boolean> {
    const now = this.clock.now();
    if (payment.askAt === null || payment.askAt > now) return false;
    const pause = (now.getTime() - payment.createdAt.getTime()) / AGE_SHARE;
    const askAt = new Date(now.getTime() + Math.min(LATEST_MS, Math.max(SOONEST_MS, pause)));
    await this.askLater(tx, payment, askAt);
    return true;
  }
}
