import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { ValidationFailed } from '../../kernel/errors';
import { type Amount } from '../../kernel/money';
import { requireWholeUnits } from '../../kernel/whole-units';
import { type Order, orderBalance, type OrderStatus } from '../orders/order.record';
import { OrdersService } from '../orders/orders.service';
import { OrderUnitsService } from '../orders/order-units.service';
import { totalStepOf, type UnitsToShip } from '../orders/charged-parts';
import { type Payment } from './data/payment.entity';
import { isUnderWay, sumsToAdopt } from './domain/order-payments';
import { capturable, requireCapturable } from './domain/capturable';
import { isOpen } from './domain/payment-state';
import { type RefundedLine } from './domain/refund-amounts';
import { GatewayPorts, type OpenGateway } from './gateway-ports';
import { PaymentLedgerService } from './payment-ledger.service';
import { type PaymentRequest } from './payment-request';
import { orderRefused, PaymentRefused, PaymentUnderWay } from './payments.errors';
import { type Attempt, ProviderCallsService } from './provider-calls.service';
import { RefundPlanService } from './refund-plan.service';

/** An order, locked, and its payments that count (`PaymentLedgerService.live`). */
export interface PaidOrder {
  readonly order: Order;
  readonly live: readonly Payment[];
}

/** Statuses in which an order is not charged, even if something is due. */
const CLOSED: ReadonlySet<OrderStatus> = new Set<OrderStatus>(['cancelled', 'refunded']);
/** An order that came to nothing takes its goods again before any money is asked for. */
const REVIVED: ReadonlySet<OrderStatus> = new Set<OrderStatus>(['failed', 'declined']);

/** Writes attempts before their provider is asked: step (a) of orders-and-payments.md 10. Call under the order's lock. */
@Injectable()
export class PaymentAttemptsService {
  constructor(
    private readonly orders: OrdersService,
    private readonly ports: GatewayPorts,
    private readonly ledger: PaymentLedgerService,
    private readonly refunds: RefundPlanService,
    private readonly calls: ProviderCallsService,
    private readonly units: OrderUnitsService,
  ) {}

  /**
   * Copies the sums of payments into an order from before orders kept their own sums (orders-and-payments.md 9).
   */
  async adopt(tx: EntityManager, order: Order, live: readonly Payment[]): Promise<void> {
    const sums = sumsToAdopt(order, live);
    if (sums !== undefined) await this.orders.recordMoney(tx, order, sums, 'storekeeper');
  }

  /**
   * Begins a charge of what is due.
   * @throws PaymentRefused, PaymentUnderWay, ValidationFailed, StockSoldOn, PromotionUsedUp
   */
  async charge(
    tx: EntityManager,
    { order, live }: PaidOrder,
    method: 'purchase' | 'authorize',
    request: PaymentRequest,
  ): Promise<Payment> {
    if (request.amount !== null) throw ValidationFailed.of('amount', 'must be omitted: a purchase charges the balance');
    requireSettled(live);
    const gateway = await this.enabledGateway(tx, order);
    if (request.isBuyer && method === 'purchase' && gateway.port.isRecordOnly) {
      throw orderRefused('order cannot be paid by its buyer: its gateway records what the shop was paid elsewhere');
    }
    const amount = await this.due(tx, order, live, request.who);
    requireWholeUnits('total', amount, order.currencyCode);
    gateway.port.check?.({ amount, currency: order.currencyCode, details: request.details });
    return this.write(tx, order, request, { method, amount, gateway: gateway.port.slug });
  }

  /**
   * The amount that an order is to be paid with; one that came to nothing takes its goods again.
   * @param live its payments that count
   * @throws PaymentRefused, StockSoldOn, PromotionUsedUp
   */
  async due(tx: EntityManager, order: Order, live: readonly Payment[], who: string): Promise<Amount> {
    if (live.some(({ state }) => state === 'authorized')) {
      throw orderRefused('order has an authorized payment: capture or void it');
    }
    if (CLOSED.has(order.status)) throw orderRefused(`order cannot be paid while it is ${order.status}`);
    if (REVIVED.has(order.status)) await this.orders.moveTo(tx, order, 'unpaid', who);
    const amount = orderBalance(order);
    if (amount <= 0n) throw orderRefused(`order cannot be paid while it is ${order.status}: nothing is due`);
    return amount;
  }

  /** Attempts with what their providers get. A new charge is made with the gateway that the transaction has read. */
  async attemptsOf(tx: EntityManager, order: Order, payments: readonly Payment[]): Promise<Attempt[]> {
    const attempts: Attempt[] = [];
    for (const payment of payments) {
      const charge = payment.chargeId === null ? null : await this.ledger.row(tx, payment.chargeId);
      const gateway = charge === null ? await this.ports.find(tx, payment.gateway) : undefined;
      attempts.push({ payment, currency: order.currencyCode, reference: charge?.reference ?? '', gateway });
    }
    return attempts;
  }

  /** Begins the capture of what is due of the authorized payment, or of a part of it (orders-and-payments.md 14). */
  async capture(tx: EntityManager, { order, live }: PaidOrder, request: PaymentRequest): Promise<Payment> {
    const charge = authorized(live);
    if (order.status === 'cancelled')
      throw orderRefused('order cannot be paid while it is cancelled: void its payment');
    const amount = request.amount ?? capturable(order, charge);
    requireCapturable(order, charge, amount);
    const step = amount === charge.amount ? null : totalStepOf(order);
    requireWholeUnits('amount', amount, order.currencyCode, step);
    this.ports.requireTaken(charge.gateway, 'amount', amount, order.currencyCode);
    return this.followUp(tx, order, request, { method: 'capture', charge, amount });
  }

  /** Begins the release of the authorized payment, or of one that waits for the customer. */
  async release(tx: EntityManager, { order, live }: PaidOrder, request: PaymentRequest): Promise<Payment> {
    const waiting = live.find(({ state, url }) => state === 'pending' && url !== null);
    if (waiting !== undefined && live.some((other) => other.chargeId === waiting.id && isOpen(other))) {
      throw new PaymentUnderWay();
    }
    const charge = waiting ?? authorized(live);
    return this.followUp(tx, order, request, { method: 'void', charge, amount: charge.amount });
  }

  /** Begins a refund: one attempt for each charge that gives back a part of it (orders-and-payments.md 16). */
  async refund(tx: EntityManager, { order, live }: PaidOrder, request: PaymentRequest): Promise<Payment[]> {
    const { parts, lines: refunded, isShippingFree = false } = await this.refunds.plan(tx, order, live, request);
    const lines = refunded && (await this.withUnshipped(tx, order, refunded));
    const begun: Payment[] = [];
    for (const [i, { charge, amount, tax }] of parts.entries()) {
      // Units stand once, with the first part, though each part has lines; shipping with each: it is given back though only a part of it
      // came through.
      const { reason, restock } = request;
      const shipping = request.shipping && !isShippingFree;
      const made = i === 0 ? { lines, shipping, restock } : { lines: lines && [], shipping, restock: false };
      begun.push(await this.followUp(tx, order, request, { method: 'refund', charge, amount, tax, reason, ...made }));
    }
    await this.units.markToShip(tx, order);
    return begun;
  }

  /** The units that did not go out yet are refunded first (orders-and-payments.md 35). */
  private async withUnshipped(
    tx: EntityManager,
    order: Order,
    lines: readonly RefundedLine[],
  ): Promise<readonly RefundedLine[]> {
    const toShip = lines.length === 0 ? new Map<string, UnitsToShip>() : await this.units.toShip(tx, order);
    return lines.map((line) => ({ ...line, unshipped: Math.min(line.quantity, toShip.get(line.sku)?.due ?? 0) }));
  }

  /** Writes a follow-up of a charge, for the gateway that took it (orders-and-payments.md 13). */
  private async followUp(
    tx: EntityManager,
    order: Order,
    request: PaymentRequest,
    part: Pick<Payment, 'amount'> & { readonly method: Payment['method']; readonly charge: Payment } & Partial<Payment>,
  ): Promise<Payment> {
    const { charge, ...values } = part;
    this.ports.requirePort(charge.gateway);
    return this.write(tx, order, request, { ...values, chargeId: charge.id, gateway: charge.gateway });
  }

  /** Only new charges ask whether the gateway is enabled. */
  private async enabledGateway(tx: EntityManager, { gatewaySlug }: Order): Promise<OpenGateway> {
    const gateway = gatewaySlug === null ? undefined : await this.ports.find(tx, gatewaySlug);
    if (gateway === undefined) throw new PaymentRefused({ gateway: ['gateway of the order is not set'] });
    if (gateway.refusal !== undefined) throw new PaymentRefused({ gateway: [`gateway ${gateway.refusal}`] });
    return gateway;
  }

  private write(
    tx: EntityManager,
    order: Order,
    { who, requestKey }: PaymentRequest,
    values: Pick<Payment, 'gateway' | 'method' | 'amount'> & Partial<Payment>,
  ): Promise<Payment> {
    return this.ledger.write(tx, { ...values, order, orderId: order.id, who, requestKey, askAt: this.calls.askAt() });
  }
}

/** @throws PaymentUnderWay */
function requireSettled(live: readonly Payment[]): void {
  if (isUnderWay(live)) throw new PaymentUnderWay();
}

/** The payment that holds money. @throws PaymentUnderWay, PaymentRefused */
function authorized(live: readonly Payment[]): Payment {
  requireSettled(live);
  const charge = live.find(({ state }) => state === 'authorized');
  if (charge === undefined) throw orderRefused('order has no authorized payment');
  return charge;
}
