import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { OrderReturnsService } from '../orders/order-returns.service';
import { OrderUnitsService, type Units } from '../orders/order-units.service';
import { type Order, orderBalance } from '../orders/order.record';
import { OrdersService } from '../orders/orders.service';
import { type Payment } from './data/payment.entity';
import { keptMessage } from './domain/kept-message';
import { methodOf } from './domain/payment-state';
import { unitsNotRestocked } from './domain/refunded-units';
import { type Outcome } from './payment-gateway.port';
import { PaymentLedgerService } from './payment-ledger.service';

/** Writes what refunds mean beside their money: goods that come back, and refunds that fail later. Call under the order's lock. */
@Injectable()
export class RefundedOrdersService {
  constructor(
    private readonly orders: OrdersService,
    private readonly returns: OrderReturnsService,
    private readonly units: OrderUnitsService,
    private readonly ledger: PaymentLedgerService,
  ) {}

  /** Takes the goods of a refund back into stock, if it says so. Call it once the money of the refund is in the sums of the order. */
  async restock(tx: EntityManager, order: Order, { restock, lines }: Payment): Promise<void> {
    if (restock !== true) return;
    await this.returns.restock(tx, order.id, lines, lines === null ? await this.notReturned(tx, order) : undefined);
  }

  /** Units that a refund of all that is left does not return: all of them where the order was paid again while its outcome was open. */
  private async notReturned(tx: EntityManager, order: Order): Promise<Units> {
    const isDue = orderBalance(order) > 0n;
    return isDue ? unitsNotRestocked(await this.ledger.live(tx, order.id)) : this.units.kept(tx, order);
  }

  /**
   * Units of a declined refund are to be shipped again, and so are those of an order that is paid again; a refund that gave all money
   * back refunds all of them.
   */
  async settled(tx: EntityManager, order: Order, payment: Payment): Promise<void> {
    if (methodOf(payment) === 'refund' || order.nothingToShip === true) await this.units.markToShip(tx, order);
  }

  /**
   * Takes a refund back that succeeded and failed later (orders-and-payments.md 16). Writes a reversal of its own, once: the refund stays in the sums of its day. The units stay given back and the order's status stays,
   * so its balance says that the money is owed.
   * @returns the refund as it is now
   */
  async failed(
    tx: EntityManager,
    order: Order,
    refund: Payment,
    { message, reference }: Extract<Outcome, { status: 'declined' }>,
  ): Promise<Payment> {
    if (methodOf(refund) !== 'refund' || (await this.ledger.isReversed(tx, refund))) return refund;
    const { amount, gateway, tax, orderId } = refund;
    const charge = await this.ledger.lock(tx, refund.chargeId ?? '');
    await this.ledger.change(tx, charge, { refunded: charge.refunded - amount });
    const about = { orderId, gateway, reference, who: gateway, requestKey: null, askAt: null };
    await this.ledger.write(tx, {
      ...about,
      ...{ method: 'reversal', state: 'succeeded', amount, tax, chargeId: refund.id, error: keptMessage(message) },
    });
    await this.orders.recordMoney(tx, order, { refunded: -amount }, gateway);
    await this.units.markToShip(tx, order);
    return this.ledger.change(tx, refund, { problem: 'refund_failed' });
  }

  /** Ends the problem of failed refunds once nothing is owed back any more. */
  async clear(tx: EntityManager, order: Order): Promise<void> {
    if (orderBalance(order) < 0n) return;
    for (const entry of await this.ledger.live(tx, order.id)) {
      if (entry.problem === 'refund_failed') await this.ledger.change(tx, entry, { problem: null });
    }
  }
}
