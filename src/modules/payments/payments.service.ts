import { Inject, Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { IdGenerator } from '../../kernel/ids';
import { type Amount } from '../../kernel/money';
import { Transactions } from '../../platform/database/connection/transactions';
import { type Order, type OrderRecord, type OrderStatus } from '../orders/order.record';
import { OrdersService } from '../orders/orders.service';
import { GatewaysService } from '../settings/gateways.service';
import { PaymentDeclined, PaymentRefused } from './payments.errors';
import { type Payment } from './data/payment.entity';
import { type PaymentMethod } from './domain/payment-state';
import { type CardDetails, type Charge, PAYMENT_GATEWAYS, type PaymentGateway } from './payment-gateway.port';
import { PaymentLedgerService } from './payment-ledger.service';
import { paymentRecord, type PaymentRecord } from './payment.record';

/** A payment request. */
export interface PaymentRequest {
  readonly card: CardDetails;
  /** Amount to refund; null: all that is not refunded yet. */
  readonly amount: Amount | null;
  /** Name of the client, for the order's history. */
  readonly who: string;
}

/** Statuses in which an order can be paid. */
const PAYABLE: ReadonlySet<OrderStatus> = new Set<OrderStatus>(['unpaid', 'failed', 'declined']);

/** A payment request with the order and the gateway it found. */
interface Paying extends PaymentRequest {
  readonly tx: EntityManager;
  readonly order: Order;
  readonly gateway: PaymentGateway;
  /** The same when the transaction is run again. */
  readonly key: string;
}

type Done =
  | { readonly isDeclined: false; readonly record: PaymentRecord }
  | { readonly isDeclined: true; readonly message: string };

/** Pays for orders through the gateway that the order was placed with (carts.md 10). */
@Injectable()
export class PaymentsService {
  private readonly act = {
    purchase: (paying: Paying) => this.charge(paying, 'purchase'),
    authorize: (paying: Paying) => this.charge(paying, 'authorize'),
    capture: (paying: Paying) => this.capture(paying),
    refund: (paying: Paying) => this.refund(paying),
    void: (paying: Paying) => this.voidPayment(paying),
  } as const satisfies Record<PaymentMethod, (paying: Paying) => Promise<Done>>;

  constructor(
    private readonly transactions: Transactions,
    private readonly orders: OrdersService,
    private readonly gateways: GatewaysService,
    private readonly ledger: PaymentLedgerService,
    private readonly ids: IdGenerator,
    @Inject(PAYMENT_GATEWAYS) private readonly ports: readonly PaymentGateway[],
  ) {}

  /**
   * Pays for an order, or captures, refunds or voids its payment. A declined card sets the order to declined; that is
   * committed although the response is an error.
   * @throws OrderNotFound, PaymentRefused, PaymentDeclined, ValidationFailed, StatusChangeRefused, StockSoldOn,
   * PromotionUsedUp
   */
  async pay(method: PaymentMethod, orderId: string, request: PaymentRequest): Promise<PaymentRecord> {
    const done = await this.transactions.run(async (tx) => {
      // Not drawn outside: an Idempotency-Key has all of this run again, and the provider must know the repeat.
      const key = this.transactions.drawOnce(tx, () => this.ids.next());
      const order = await this.orders.lock(tx, orderId);
      const gateway = await this.gatewayOf(tx, order);
      return this.act[method]({ ...request, tx, order, gateway, key });
    });
    if (done.isDeclined) throw new PaymentDeclined(done.message);
    return done.record;
  }

  private async gatewayOf(tx: EntityManager, { gatewaySlug }: Order): Promise<PaymentGateway> {
    const stored = gatewaySlug === null ? undefined : await this.gateways.findBySlug(tx, gatewaySlug);
    const port = this.ports.find(({ slug }) => slug === stored?.slug);
    if (stored === undefined || port === undefined)
      throw new PaymentRefused({ gateway: ['gateway of the order is not set'] });
    if (!stored.enabled) throw new PaymentRefused({ gateway: ['gateway is not enabled'] });
    return port;
  }

  private async charge(paying: Paying, how: 'purchase' | 'authorize'): Promise<Done> {
    const { tx, order, gateway, key } = paying;
    if (!PAYABLE.has(order.status)) throw refused(`order cannot be paid while it is ${order.status}`);
    if (await this.ledger.authorized(tx, order.id))
      throw refused('order has an authorized payment: capture or void it');
    // An order that came to nothing takes its goods again before any money is asked for.
    if (order.status !== 'unpaid') await this.orders.moveTo(tx, order, 'unpaid', paying.who);
    const outcome = await gateway[how](chargeOf(paying));
    const accepted = how === 'purchase' ? 'captured' : 'authorized';
    const state = outcome.isAccepted ? accepted : 'declined';
    const payment = await this.ledger.write(tx, order, {
      id: key,
      gateway: gateway.slug,
      state,
      reference: outcome.reference,
    });
    if (!outcome.isAccepted) {
      await this.orders.moveTo(tx, order, 'declined', paying.who);
      return { isDeclined: true, message: outcome.message };
    }
    const change = how === 'purchase' ? ({ captured: order.total, status: 'paid' } as const) : {};
    const message = how === 'purchase' ? 'Payment successful' : 'Payment authorized';
    return done(message, payment, await this.orders.recordMoney(tx, order, change, paying.who));
  }

  private async capture({ tx, order, gateway, key, who }: Paying): Promise<Done> {
    const payment = await this.ledger.authorized(tx, order.id);
    if (payment === null) throw refused('order has no authorized payment');
    const record = await this.orders.recordMoney(tx, order, { captured: payment.amount, status: 'paid' }, who);
    await gateway.capture({ ...payment, key, currency: order.currencyCode });
    return done('Payment captured', await this.ledger.settle(tx, payment, 'captured'), record);
  }

  private async voidPayment({ tx, order, gateway, key }: Paying): Promise<Done> {
    const payment = await this.ledger.authorized(tx, order.id);
    if (payment === null) throw refused('order has no authorized payment');
    await gateway.void({ ...payment, key, currency: order.currencyCode });
    const voided = await this.ledger.settle(tx, payment, 'voided');
    return done('Payment voided', voided, await this.orders.require(tx, order.id));
  }

  private async refund({ tx, order, gateway, key, amount: asked, who }: Paying): Promise<Done> {
    const payment = await this.ledger.captured(tx, order.id);
    if (payment === null) throw refused('order has no payment to refund');
    const amount = asked ?? payment.amount - payment.refunded;
    const refunded = await this.ledger.refund(tx, payment, amount);
    const status = refunded.refunded === refunded.amount ? 'refunded' : 'partial_refund';
    const record = await this.orders.recordMoney(tx, order, { refunded: amount, status }, who);
    await gateway.refund({ key, reference: payment.reference, amount, currency: order.currencyCode });
    return done('Payment refunded', refunded, record);
  }
}

function refused(message: string): PaymentRefused {
  return new PaymentRefused({ order: [message] });
}

function chargeOf({ key, order, card }: Paying): Charge {
  return { key, orderId: order.id, amount: order.total, currency: order.currencyCode, card };
}

function done(message: string, payment: Payment, order: OrderRecord): Done {
  return { isDeclined: false, record: paymentRecord(message, payment, order) };
}
