import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type Order } from '../orders/order.record';
import { type OrderListener, OrderTransitions } from '../orders/order-status-listeners';
import { hasMoney } from './domain/order-payments';
import { PaymentLedgerService } from './payment-ledger.service';
import { orderRefused } from './payments.errors';

/** Keeps orders whose payments hold or took money (orders-that-stay-true.md 15). */
@Injectable()
export class OrderMoneyGuard implements OrderListener {
  constructor(
    private readonly ledger: PaymentLedgerService,
    transitions: OrderTransitions,
  ) {
    transitions.listen(this);
  }

  async moved(): Promise<void> {
    // A change of status moves no money.
  }

  /** @throws PaymentRefused */
  async removed(tx: EntityManager, { id }: Order): Promise<void> {
    if (await this.holdsMoney(tx, id)) {
      throw orderRefused('order has a payment that holds or took money: void or refund it first');
    }
  }

  /** Resolves whether an order has a payment that is pending, or holds or took money. Call under the order's lock. */
  async holdsMoney(tx: EntityManager, orderId: string): Promise<boolean> {
    return hasMoney(await this.ledger.live(tx, orderId));
  }
}
