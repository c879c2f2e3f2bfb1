import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { StoreError } from '../../kernel/errors';
import { type Amount } from '../../kernel/money';
import { Transactions } from '../../platform/database/connection/transactions';
import { OrderReturnsService } from '../orders/order-returns.service';
import { type MoneyChange, type Order, type OrderStatus } from '../orders/order.record';
import { OrdersService } from '../orders/orders.service';
import { type Payment } from './data/payment.entity';
import { statusAfterPayment, statusAfterRefund } from './domain/status-after';
import { isUnderWay } from './domain/order-payments';
import { isCharge, isOpen, methodOf } from './domain/payment-state';
import { type Finding } from './payment-gateway.port';
import { PaymentLedgerService } from './payment-ledger.service';
import { taxOf } from './transaction.record';

/** Time after which the provider is asked about a payment that waits for the customer or for the provider. */
const PENDING_MS = 30_000;
/** Longest message of a provider that is kept. */
const MAX_MESSAGE = 255;
const NEVER_ARRIVED = 'the request did not reach the payment provider';

/** An order and its payment, both locked, and whether the order's status may follow. */
interface Settling {
  readonly tx: EntityManager;
  readonly order: Order;
  readonly payment: Payment;
  readonly moves: boolean;
}

/** Writes the outcome of attempts: step (c) of orders-that-stay-true.md 10. */
@Injectable()
export class PaymentSettlementService {
  constructor(
    private readonly transactions: Transactions,
    private readonly orders: OrdersService,
    private readonly returns: OrderReturnsService,
    private readonly ledger: PaymentLedgerService,
    private readonly clock: Clock,
  ) {}

  /**
   * Writes an outcome once: what is settled stays, except that a provider that took money after all is always believed, and
   * one that ended an authorization too.
   * The order's status follows where it can. Where it cannot, e.g. the goods of a failed order are sold on, the money
   * is written all the same, because it has moved.
   * @returns the payment as it is now
   */
  async settle(id: string, finding: Finding): Promise<Payment> {
    try {
      return await this.transactions.run((tx) => this.write(tx, id, finding, true));
    } catch (error) {
      if (!(error instanceof StoreError) || error.kind === 'unavailable') throw error;
      return this.transactions.run((tx) => this.write(tx, id, finding, false));
    }
  }

  /** Records that the provider could not tell the outcome. */
  async unknown(id: string): Promise<Payment> {
    return this.transactions.run(async (tx) => {
      const { orderId } = await this.ledger.row(tx, id);
      await this.orders.lock(tx, orderId);
      const payment = await this.ledger.lock(tx, id);
      return payment.state === 'pending' ? this.ledger.change(tx, payment, { state: 'unknown' }) : payment;
    });
  }

  private async write(tx: EntityManager, id: string, finding: Finding, moves: boolean): Promise<Payment> {
    const { orderId } = await this.ledger.row(tx, id);
    const order = await this.orders.lock(tx, orderId);
    const payment = await this.ledger.lock(tx, id);
    const settling = { tx, order, payment, moves };
    if (payment.state === 'authorized' && finding.status === 'declined') return this.ended(settling);
    const isLate = payment.state === 'declined' && finding.status === 'accepted';
    if (!isOpen(payment) && !isLate) return payment;
    return this.writeFinding(settling, finding);
  }

  private writeFinding(settling: Settling, finding: Finding): Promise<Payment> {
    switch (finding.status) {
      case 'accepted':
        return this.accepted(settling, finding.reference);
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

  private accepted(settling: Settling, reference: string): Promise<Payment> {
    const act = {
      purchase: () => this.taken(settling, reference),
      authorize: () => this.reserved(settling, reference),
      capture: () => this.captured(settling, reference),
      refund: () => this.refunded(settling, reference),
      void: () => this.released(settling, reference),
      // Written as it is: no provider is asked for it.
      recorded: () => Promise.resolve(settling.payment),
    };
    return act[methodOf(settling.payment)]();
  }

  private async taken(settling: Settling, reference: string): Promise<Payment> {
    const { tx, payment } = settling;
    const { amount } = payment;
    const done = { state: 'captured', captured: amount, reference, error: null, url: null, askAt: null } as const;
    const tax = await this.receive(settling, amount);
    return this.ledger.change(tx, payment, { ...done, tax });
  }

  private reserved({ tx, payment }: Settling, reference: string): Promise<Payment> {
    const done = { state: 'authorized', captured: 0n, reference, error: null, url: null, askAt: null } as const;
    return this.ledger.change(tx, payment, done);
  }

  private async captured(settling: Settling, reference: string): Promise<Payment> {
    const { tx, payment } = settling;
    const tax = await this.receive(settling, payment.amount);
    await this.ledger.change(tx, await this.chargeOf(tx, payment), { state: 'captured', captured: payment.amount });
    return this.succeeded(settling, reference, { tax });
  }

  private async released(settling: Settling, reference: string): Promise<Payment> {
    const { tx, payment } = settling;
    await this.ledger.change(tx, await this.chargeOf(tx, payment), { state: 'voided', url: null, askAt: null });
    return this.succeeded(settling, reference);
  }

  /** The provider ended an authorization. A capture or void that is under way learns it from its own outcome. */
  private async ended({ tx, order, payment }: Settling): Promise<Payment> {
    if (isUnderWay(await this.ledger.live(tx, order.id))) return payment;
    return this.ledger.change(tx, payment, { state: 'voided', url: null, askAt: null });
  }

  private async refunded(settling: Settling, reference: string): Promise<Payment> {
    const { tx, order, payment } = settling;
    const charge = await this.chargeOf(tx, payment);
    await this.ledger.change(tx, charge, { refunded: charge.refunded + payment.amount });
    await this.succeeded(settling, reference);
    if (payment.restock === true) await this.returns.restock(tx, order.id, payment.lines);
    const isOfParts = payment.lines !== null;
    await this.record(
      settling,
      { refunded: payment.amount, isOfParts },
      statusAfterRefund(order, payment.amount, isOfParts),
    );
    return payment;
  }

  private succeeded(
    { tx, payment }: Settling,
    reference: string,
    more: { tax?: Amount | null } = {},
  ): Promise<Payment> {
    return this.ledger.change(tx, payment, { state: 'succeeded', reference, error: null, askAt: null, ...more });
  }

  /**
   * Money came: the order is paid when nothing is due any more (orders-that-stay-true.md 14).
   * @returns the tax in it, which the payment keeps: edits change the tax of the order only (orders-that-stay-true.md 12)
   */
  private async receive(settling: Settling, captured: Amount): Promise<Amount | null> {
    const { order, payment } = settling;
    await this.record(settling, { captured }, statusAfterPayment(order, captured));
    return taxOf(payment, order);
  }

  private async record(
    { tx, order, payment, moves }: Settling,
    change: MoneyChange,
    status: OrderStatus | undefined,
  ): Promise<void> {
    const move = moves && status !== undefined ? { status } : {};
    await this.orders.recordMoney(tx, order, { ...change, ...move }, payment.who ?? payment.gateway);
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
    const error = message.slice(0, MAX_MESSAGE);
    return this.ledger.change(tx, payment, { state: 'declined', error, reference, url: null, askAt: null });
  }

  private chargeOf(tx: EntityManager, { chargeId }: Payment): Promise<Payment> {
    return this.ledger.lock(tx, chargeId ?? '');
  }
}
