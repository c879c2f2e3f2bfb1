import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { CAME_TO_NOTHING } from '../orders/order-money';
import { type Order, type OrderStatus } from '../orders/order.record';
import { type OrderListener, OrderTransitions } from '../orders/order-status-listeners';
import { OrdersService } from '../orders/orders.service';
import { type Payment } from './data/payment.entity';
import { isUnderWay } from './domain/order-payments';
import { methodOf } from './domain/payment-state';
import { GatewayPorts } from './gateway-ports';
import { PaymentLedgerService } from './payment-ledger.service';
import { type Attempt, ProviderCallsService } from './provider-calls.service';

/** Most voids of one authorization that the worker begins. Each is a row of the ledger. */
const MAX_TRIES = 5;

/** Name of the store in the ledger. */
const WHO = 'storekeeper';

/**
 * Voids the authorizations of orders that were cancelled, failed or declined (orders-and-payments.md 14). The change of the status only
 * marks them. The worker that recovers payments begins the voids, so that a process that dies loses none.
 */
@Injectable()
export class AuthorizationReleasesService implements OrderListener {
  constructor(
    private readonly orders: OrdersService,
    private readonly ledger: PaymentLedgerService,
    private readonly calls: ProviderCallsService,
    private readonly ports: GatewayPorts,
    private readonly clock: Clock,
    transitions: OrderTransitions,
  ) {
    transitions.listen(this);
  }

  async moved(tx: EntityManager, order: Order, from: OrderStatus): Promise<void> {
    if (CAME_TO_NOTHING.has(order.status)) await this.ledger.askOfAuthorized(tx, order.id, this.clock.now());
    else if (CAME_TO_NOTHING.has(from)) await this.keep(tx, order);
  }

  async removed(): Promise<void> {
    // An order with an authorization is not removed.
  }

  /** When an authorization that was just made is to be voided; null: never, its order is in force. */
  dueOf({ status }: Order): Date | null {
    return CAME_TO_NOTHING.has(status) ? this.clock.now() : null;
  }

  /**
   * Begins the void of an authorization that is marked, if its order still is one that came to nothing.
   * @returns the attempt to make once the transaction is committed; undefined: there is nothing to make now
   */
  async begin(tx: EntityManager, id: string): Promise<Attempt | undefined> {
    const { orderId } = await this.ledger.row(tx, id);
    const order = await this.orders.lock(tx, orderId);
    const charge = await this.ledger.lock(tx, id);
    // Another worker has begun it.
    if (charge.askAt === null || charge.askAt > this.clock.now()) return undefined;
    const isWanted = isHeldInVain(charge, order);
    const isBusy = isWanted && isUnderWay(await this.ledger.live(tx, orderId));
    await this.ledger.askLater(tx, charge, isBusy ? this.calls.askAt() : null);
    if (!isWanted || isBusy) return undefined;
    if (!this.ports.has(charge.gateway)) return this.giveUp(tx, charge);
    const { gateway, amount, reference } = charge;
    const values = {
      method: 'void',
      gateway,
      amount,
      chargeId: charge.id,
      orderId,
      who: WHO,
      requestKey: null,
    } as const;
    const payment = await this.ledger.write(tx, { ...values, askAt: this.calls.askAt() });
    return { payment, currency: order.currencyCode, reference };
  }

  /**
   * Decides what follows a void that released nothing. One whose request was lost is made again, up to five times. After a refusal, or the fifth
   * loss, the authorization gets the problem `void_failed`, which a person has to look at.
   * @param isLost whether the request did not reach the provider
   */
  async settled(tx: EntityManager, order: Order, attempt: Payment, isLost: boolean): Promise<void> {
    if (methodOf(attempt) !== 'void' || attempt.state !== 'declined') return;
    const charge = await this.ledger.lock(tx, attempt.chargeId ?? '');
    if (!isHeldInVain(charge, order)) return;
    const mayTry = isLost && (await this.ledger.countVoids(tx, charge)) < MAX_TRIES;
    if (mayTry) await this.ledger.askLater(tx, charge, this.clock.now());
    else await this.giveUp(tx, charge);
  }

  private async giveUp(tx: EntityManager, charge: Payment): Promise<undefined> {
    await this.ledger.change(tx, charge, { problem: 'void_failed', askAt: null });
    return undefined;
  }

  /** The order is in force again, and so is its authorization. */
  private async keep(tx: EntityManager, { id }: Order): Promise<void> {
    for (const charge of await this.ledger.live(tx, id)) {
      if (charge.problem === 'void_failed') await this.ledger.change(tx, charge, { problem: null });
    }
  }
}

/** Whether money is held for an order that came to nothing. */
function isHeldInVain({ state }: Payment, { status }: Order): boolean {
  return state === 'authorized' && CAME_TO_NOTHING.has(status);
}
