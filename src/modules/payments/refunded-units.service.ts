import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type ReturnedUnits } from '../orders/charged-parts';
import { OWES_NOTHING } from '../orders/order-money';
import { type Order, orderBalance, type OrderStatus } from '../orders/order.record';
import { type OrderListener, OrderTransitions } from '../orders/order-status-listeners';
import { OrderUnitsService, type Units, type UnitsSource } from '../orders/order-units.service';
import { refundedUnits, unsentUnits } from './domain/refunded-units';
import { PaymentLedgerService } from './payment-ledger.service';

/** Tells orders which of their units were refunded (orders-and-payments.md 35). */
@Injectable()
export class RefundedUnitsService implements UnitsSource, OrderListener {
  constructor(
    private readonly ledger: PaymentLedgerService,
    private readonly units: OrderUnitsService,
    transitions: OrderTransitions,
  ) {
    units.register(this);
    transitions.listen(this);
  }

  async refunded(tx: EntityManager, order: Order, sold: Units): Promise<ReturnedUnits> {
    const { total, credit, captured, refunded } = order;
    const priced = { total, credit, balance: orderBalance(order), kept: captured - refunded };
    return refundedUnits(await this.ledger.live(tx, order.id), sold, priced);
  }

  /** Without an event: no visible field changes. */
  async unsent(tx: EntityManager, orderId: string, shipped: Units): Promise<void> {
    for (const { refund, lines } of unsentUnits(await this.ledger.live(tx, orderId), shipped)) {
      await tx.save(Object.assign(refund, { lines }), { listeners: false });
    }
  }

  /** An order that owed nothing is in force, and owes its price again. */
  async moved(tx: EntityManager, order: Order, from: OrderStatus): Promise<void> {
    if (OWES_NOTHING.has(from) && !OWES_NOTHING.has(order.status)) await this.units.markAgain(tx, order);
  }

  async removed(): Promise<void> {
    // Its items are removed with it.
  }
}
