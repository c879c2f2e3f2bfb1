import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { StoreError } from '../../kernel/errors';
import { type Amount } from '../../kernel/money';
import { Transactions } from '../../platform/database/connection/transactions';
import { type MoneyChange, type OrderStatus } from '../orders/order.record';
import { OrdersService } from '../orders/orders.service';
import { AuthorizationReleasesService } from './authorization-releases.service';
import { type Payment } from './data/payment.entity';
import { type Booked, bookedOf, toldBy } from './domain/booked-money';
import { statusAfterMismatch, statusAfterPayment, statusAfterRefund } from './domain/status-after';
import { isAuthorized, isUnderWay } from './domain/order-payments';
import { isCharge, isOpen, methodOf } from './domain/payment-state';
import { type Finding, type Outcome } from './payment-gateway.port';
import { PaymentLedgerService, type Settling } from './payment-ledger.service';
import { RefundedOrdersService } from './refunded-orders.service';
import { keptMessage } from './domain/kept-message';
import { taxOf } from './domain/transaction-tax';

/** Time after which the provider is asked about a payment that waits for the customer or for the provider. */
const PENDING_MS = 30_000;
const NEVER_ARRIVED = 'the request did not reach the payment provider';

/** A payment and its order, by their ids. */
type AttemptOf = Pick<Payment, 'id' | 'orderId'>;

/** The fields of an authorization of which nothing is held any more. */
function freed({ problem }: Payment) {
  return { url: null, askAt: null, problem: problem === 'void_failed' ? null : problem };
}

/** Writes the outcome of attempts: step (c) of orders-and-payments.md 10. */
@Injectable()
export class PaymentSettlementService {
  constructor(
    private readonly transactions: Transactions,
    private readonly orders: OrdersService,
    private readonly ledger: PaymentLedgerService,
    private readonly releases: AuthorizationReleasesService,
    private readonly refunds: RefundedOrdersService,
    private readonly clock: Clock,
  ) {}

  /**
   * Writes an outcome once: what is settled stays, except that a provider that took money after all is always believed, and
   * one that ended an authorization or could not deliver a refund too.
   * The order's status follows where it can. Where it cannot, e.g. the goods of a failed order are sold on, the money
   * is written all the same, because it has moved.
   * @returns the payment as it is now, with its order
   */
  async settle(attempt: AttemptOf, finding: Finding): Promise<Payment> {
    try {
      return await this.transactions.run((tx) => this.write(tx, attempt, finding, true));
    } catch (error) {
      if (!(error instanceof StoreError) || error.kind === 'unavailable') throw error;
      return this.transactions.run((tx) => this.write(tx, attempt, finding, false));
    }
  }

  /** Records that the provider could not tell the outcome. */
  async unknown({ id, orderId }: AttemptOf): Promise<Payment> {
    return this.transactions.run(async (tx) => {
      const payment = await this.ledger.lock(tx, id, await this.orders.lock(tx, orderId));
      return payment.state === 'pending' ? this.ledger.change(tx, payment, { state: 'unknown' }) : payment;
    });
  }

  private async write(
    tx: EntityManager,
    { id, orderId }: AttemptOf,
    finding: Finding,
    moves: boolean,
  ): Promise<Payment> {
    const order = await this.orders.lock(tx, orderId);
    const payment = await this.ledger.lock(tx, id, order);
    const settling = { tx, order, payment, moves };
    if (payment.state === 'authorized' && finding.status === 'declined') return this.ended(settling);
    if (payment.state === 'succeeded' && finding.status === 'declined')
      return this.refunds.failed(tx, order, payment, finding);
    const isLate = payment.state === 'declined' && finding.status === 'accepted';
    if (!isOpen(payment) && !isLate) return payment;
    const settled = await this.writeFinding(settling, finding);
    await this.releases.settled(tx, order, settled, finding.status === 'none');
    await this.refunds.settled(tx, order, settled);
    return settled;
  }

  private writeFinding(settling: Settling, finding: Finding): Promise<Payment> {
    switch (finding.status) {
      case 'accepted':
        return this.accepted(settling, finding);
      case 'declined':
        return this.declined(settling, finding.reference, finding.message);
      case 'refused':
        return this.over(settling, finding.message);
      case 'none':
        return this.over(settling, NEVER_ARRIVED);
      case 'pending':
        return this.waits(settling, finding.reference, finding.url);
    }
  }

  private waits({ tx, payment }: Settling, reference: string, url: string | null): Promise<Payment> {
    const askAt = new Date(this.clock.now().getTime() + PENDING_MS);
    return this.ledger.change(tx, payment, { state: 'pending', reference, url: url ?? payment.url, askAt });
  }

  private accepted(
    settling: Settling,
    { reference, moved }: Extract<Outcome, { status: 'accepted' }>,
  ): Promise<Payment> {
    const { payment, order } = settling;
    const booked = bookedOf(payment, order.currencyCode, moved);
    const charged = () =>
      booked.isHeld ? this.reserved(settling, reference, booked) : this.taken(settling, reference, booked);
    const act = {
      purchase: charged,
      authorize: charged,
      capture: () => this.captured(settling, reference, booked),
      refund: () => this.refunded(settling, reference, booked),
      void: () => this.released(settling, reference),
      // Written as it is: no provider is asked for it.
      recorded: () => Promise.resolve(payment),
      reversal: () => Promise.resolve(payment),
    };
    return act[methodOf(payment)]();
  }

  private async taken(settling: Settling, reference: string, booked: Booked): Promise<Payment> {
    const { tx, payment } = settling;
    const { amount } = booked;
    const done = { state: 'captured', amount, captured: amount, reference, url: null, askAt: null } as const;
    const tax = await this.receive(settling, booked);
    return this.ledger.change(tx, payment, { ...done, ...toldBy(booked), method: 'purchase', tax });
  }

  private async reserved(settling: Settling, reference: string, booked: Booked): Promise<Payment> {
    const { tx, order, payment } = settling;
    const askAt = this.releases.dueOf(order);
    const done = { state: 'authorized', amount: booked.amount, captured: 0n, reference, url: null, askAt } as const;
    if (booked.difference !== null) await this.record(settling, {}, statusAfterMismatch(order));
    await this.ledger.change(tx, payment, { ...done, ...toldBy(booked), method: 'authorize' });
    await this.markHeld(settling);
    return payment;
  }

  private async captured(settling: Settling, reference: string, booked: Booked): Promise<Payment> {
    const { tx, order } = settling;
    const { amount } = booked;
    const charge = await this.chargeOf(settling);
    await this.ledger.change(tx, charge, { ...freed(charge), state: 'captured', captured: amount });
    order.isAuthorized = isAuthorized(await this.ledger.live(tx, order.id)) || null;
    const tax = await this.receive(settling, booked);
    return this.succeeded(settling, reference, { amount, tax, ...toldBy(booked) });
  }

  private async released(settling: Settling, reference: string): Promise<Payment> {
    const { tx, payment } = settling;
    const charge = await this.chargeOf(settling);
    await this.ledger.change(tx, charge, { ...freed(charge), state: 'voided' });
    await this.succeeded(settling, reference);
    await this.markHeld(settling);
    return payment;
  }

  /** The provider ended an authorization. A capture or void that is under way learns it from its own outcome. */
  private async ended(settling: Settling): Promise<Payment> {
    const { tx, order, payment } = settling;
    if (isUnderWay(await this.ledger.live(tx, order.id))) return payment;
    await this.ledger.change(tx, payment, { ...freed(payment), state: 'voided' });
    await this.markHeld(settling);
    return payment;
  }

  /** An authorization came or ended: the order is a test while a payment of a gateway for tests holds or took money. */
  private async markHeld({ tx, order, payment }: Settling): Promise<void> {
    const live = await this.ledger.live(tx, order.id);
    order.isAuthorized = isAuthorized(live) || null;
    if (!this.ledger.isTest(payment)) return this.orders.save(tx, order);
    const charges = live.filter((one) => isCharge(methodOf(one)) && !isOpen(one));
    const isTest = charges.some((charge) => this.ledger.isTest(charge));
    await this.orders.recordMoney(tx, order, { isTest }, payment.who ?? payment.gateway);
  }

  private async refunded(settling: Settling, reference: string, booked: Booked): Promise<Payment> {
    const { tx, order, payment } = settling;
    const { amount } = booked;
    const charge = await this.chargeOf(settling);
    await this.ledger.change(tx, charge, { refunded: charge.refunded + amount });
    // The tax that was worked out is of the amount that was asked.
    const tax = booked.difference === null ? payment.tax : null;
    await this.succeeded(settling, reference, { amount, tax, ...toldBy(booked) });
    const isOfParts = payment.lines !== null;
    const follows =
      booked.difference === null ? statusAfterRefund(order, amount, isOfParts) : statusAfterMismatch(order);
    await this.record(settling, { refunded: amount, isOfParts }, follows);
    await this.refunds.restock(tx, order, payment);
    await this.refunds.clear(tx, order);
    return payment;
  }

  private succeeded(
    { tx, payment }: Settling,
    reference: string,
    more: Partial<Pick<Payment, 'amount' | 'tax' | 'error' | 'problem'>> = {},
  ): Promise<Payment> {
    return this.ledger.change(tx, payment, { state: 'succeeded', reference, error: null, askAt: null, ...more });
  }

  /**
   * Money came: the order is paid when nothing is due any more (orders-and-payments.md 14).
   * @returns the tax in it, which the payment keeps: edits change the tax of the order only (orders-and-payments.md 12)
   */
  private async receive(settling: Settling, { amount: captured, difference }: Booked): Promise<Amount | null> {
    const { order, payment } = settling;
    const follows = difference === null ? statusAfterPayment(order, captured) : statusAfterMismatch(order);
    await this.record(settling, { captured }, follows);
    return difference === null ? taxOf(payment, order) : null;
  }

  private async record(
    { tx, order, payment, moves }: Settling,
    change: MoneyChange,
    status: OrderStatus | undefined,
  ): Promise<void> {
    const move = moves && status !== undefined ? { status } : {};
    const test = this.ledger.isTest(payment) ? { isTest: true } : {};
    await this.orders.recordMoney(tx, order, { ...change, ...move, ...test }, payment.who ?? payment.gateway);
  }

  /** A declined charge declines an order that nothing was paid for yet; another keeps its goods. */
  private async declined(settling: Settling, reference: string, message: string): Promise<Payment> {
    const { tx, order, payment, moves } = settling;
    await this.over(settling, message, reference);
    if (moves && isCharge(methodOf(payment)) && order.status === 'unpaid' && order.captured === 0n) {
      await this.orders.moveTo(tx, order, 'declined', payment.who ?? payment.gateway);
    }
    return payment;
  }

  private over({ tx, payment }: Settling, message: string, reference = payment.reference): Promise<Payment> {
    const error = keptMessage(message);
    return this.ledger.change(tx, payment, { state: 'declined', error, reference, url: null, askAt: null });
  }

  private chargeOf({ tx, order, payment: { chargeId } }: Settling): Promise<Payment> {
    return this.ledger.lock(tx, chargeId ?? '', order);
  }
}
