import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { OrderReturnsService } from '../orders/order-returns.service';
import { type Order } from '../orders/order.record';
import { type Payment } from './data/payment.entity';
import { planByAmount, planByParts, type RefundPlan, refundRest, type RefundRest } from './domain/refund-plan';
import { GatewayPorts } from './gateway-ports';
import { type RefundRequest } from './payment-request';
import { orderRefused } from './payments.errors';

/** Works out refunds by amount, by items or of all that is left (orders-and-payments.md 16). */
@Injectable()
export class RefundPlanService {
  constructor(
    private readonly returns: OrderReturnsService,
    private readonly ports: GatewayPorts,
  ) {}

  /**
   * @param live the payments of the order that count
   * @throws PaymentRefused, ValidationFailed naming what is more than was paid or sold
   */
  async plan(
    tx: EntityManager,
    order: Order,
    live: readonly Payment[],
    request: RefundRequest,
  ): Promise<RefundPlan<Payment>> {
    if (!live.some(({ state }) => state === 'captured')) throw orderRefused('order has no payment to refund');
    const isByAmount = request.items === null && !request.shipping;
    const plan = isByAmount
      ? planByAmount(order, live, request)
      : planByParts(order, live, request, await this.returns.charged(tx, order));
    for (const { charge, amount } of plan.parts) {
      // As the refund itself does: its preview refuses the same.
      this.ports.requirePort(charge.gateway);
      this.ports.requireTaken(charge.gateway, 'amount', amount, order.currencyCode);
    }
    return plan;
  }

  /** Returns what refunds can still give back. */
  async rest(tx: EntityManager, order: Order, live: readonly Payment[]): Promise<RefundRest> {
    return refundRest(live, await this.returns.charged(tx, order));
  }
}
