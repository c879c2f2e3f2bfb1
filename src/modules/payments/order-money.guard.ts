import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { grouped } from '../../kernel/grouped';
import { type Order } from '../orders/order.record';
import { type EditedOrder, type OrderListener, OrderTransitions } from '../orders/order-status-listeners';
import { OrderUnitsService } from '../orders/order-units.service';
import { hasMoney, isShippingReturned, returnedUnits } from './domain/order-payments';
import { methodOf } from './domain/payment-state';
import { PaymentLedgerService } from './payment-ledger.service';
import { orderRefused, PaymentRefused, RefundedAlready } from './payments.errors';

/**
 * Rejects the removal and another currency of orders with money, and edits that contradict their refunds
 * (orders-and-payments.md 8, 15).
 */
@Injectable()
export class OrderMoneyGuard implements OrderListener {
  constructor(
    private readonly ledger: PaymentLedgerService,
    private readonly units: OrderUnitsService,
    transitions: OrderTransitions,
  ) {
    transitions.listen(this);
  }

  async moved(): Promise<void> {
    // A change of status moves no money.
  }

  /** @throws PaymentRefused */
  async removed(tx: EntityManager, order: Order): Promise<void> {
    const live = await this.ledger.live(tx, order.id);
    // No provider has recorded money: such a payment ends with its order, unless a part was given back.
    const recorded = live.filter((payment) => methodOf(payment) === 'recorded');
    const isKept = recorded.length < live.length;
    if (isKept && hasMoney(live)) {
      throw orderRefused('order has a payment that holds or took money: void or refund it first');
    }
    await this.ledger.outlive(tx, order);
    if (!isKept) for (const payment of recorded) await this.ledger.change(tx, payment, { state: 'voided' });
  }

  /** Rejects it once money came, also when all of it was given back: the sums stay in their currency. @throws PaymentRefused */
  async currencyChanged(tx: EntityManager, order: Order): Promise<void> {
    const live = await this.ledger.live(tx, order.id);
    if (order.captured === 0n && !hasMoney(live) && !live.some(({ state }) => state === 'captured')) return;
    const message = 'currency cannot change: the order has a payment that is pending, or that holds or took money';
    throw new PaymentRefused({ currency: [message] });
  }

  /**
   * Rejects an edit that takes away what was refunded already. Refunds whose outcome is open count.
   * @throws RefundedAlready
   */
  async edited(tx: EntityManager, order: Order, { units, shippingField }: EditedOrder): Promise<void> {
    // Nothing was captured: nothing was given back.
    if (order.captured === 0n) return;
    const live = await this.ledger.live(tx, order.id);
    if (shippingField !== null && isShippingReturned(live)) {
      throw new RefundedAlready({ [shippingField]: [`${shippingField} cannot change: shipping was refunded`] });
    }
    const short = [...returnedUnits(live)].filter(([sku, returned]) => (units.get(sku) ?? 0) < returned);
    if (short.length === 0) return;
    const before = await this.units.sold(tx, order.id);
    for (const [sku, returned] of short) {
      if ((units.get(sku) ?? 0) >= (before.get(sku) ?? 0)) continue;
      const message = `quantity of ${sku} must be at least ${returned}: that many units were refunded`;
      throw new RefundedAlready({ quantity: [message] });
    }
  }

  /** Resolves whether an order has a payment that is pending, or holds or took money. Call under the order's lock. */
  async holdsMoney(tx: EntityManager, orderId: string): Promise<boolean> {
    return hasMoney(await this.ledger.live(tx, orderId));
  }

  /** Those of these orders of which {@link holdsMoney} is true, in one statement. */
  async holding(manager: EntityManager, orderIds: readonly string[]): Promise<ReadonlySet<string>> {
    const live = grouped(await this.ledger.liveOf(manager, orderIds), ({ orderId }) => orderId);
    return new Set(orderIds.filter((id) => hasMoney(live.get(id) ?? [])));
  }
}
