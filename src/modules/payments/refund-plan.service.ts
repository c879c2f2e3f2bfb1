import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { ValidationFailed } from '../../kernel/errors';
import { type Amount, amountText, parseAmount, smallestUnit } from '../../kernel/money';
import { type ChargedItem, OrderReturnsService } from '../orders/order-returns.service';
import { type Order } from '../orders/order.record';
import { type Payment } from './data/payment.entity';
import { isShippingReturned, leftOfAll, type RefundPart, returnedOf, spreadRefund } from './domain/order-payments';
import { type RefundedLine, refundOfUnits } from './domain/refund-amounts';
import { type PaymentRequest, type ReturnedUnits } from './payment-request';
import { orderRefused, PaymentRefused } from './payments.errors';
import { requireWholeUnits } from './whole-units';

/** The parts of a refund by charge, and its units by item. */
export interface RefundPlan {
  readonly parts: readonly RefundPart<Payment>[];
  readonly lines: readonly RefundedLine[] | null;
}

/** Works out refunds by amount, by items or of all that is left (orders-that-stay-true.md 16). */
@Injectable()
export class RefundPlanService {
  constructor(private readonly returns: OrderReturnsService) {}

  /**
   * @param live the payments of the order that count
   * @throws PaymentRefused, ValidationFailed naming what is more than was paid or sold
   */
  async plan(tx: EntityManager, order: Order, live: readonly Payment[], request: PaymentRequest): Promise<RefundPlan> {
    if (!live.some(({ state }) => state === 'captured')) throw orderRefused('order has no payment to refund');
    const { amount, items, shipping } = request;
    if (items !== null || shipping) return this.byParts(tx, order, live, request);
    if (amount !== null) {
      if (request.restock) throw ValidationFailed.of('restock', 'needs items, or a refund of all that is left');
      requireWholeUnits('amount', amount, order.currencyCode);
    }
    return { parts: spread(live, amount ?? leftOfAll(live)), lines: null };
  }

  /** By items, and with the price of shipping when that is asked for. */
  private async byParts(
    tx: EntityManager,
    order: Order,
    live: readonly Payment[],
    { amount, items, shipping, restock }: PaymentRequest,
  ): Promise<RefundPlan> {
    if (amount !== null) throw ValidationFailed.of('amount', 'cannot be sent with items or shipping');
    const charged = await this.returns.charged(tx, order);
    const lines = linesOf(items ?? [], charged.items, live, order);
    const priced = lines.reduce((sum, line) => sum + parseAmount(line.amount), 0n);
    const worth = priced + (shipping ? shippingOf(charged.shipping, live) : 0n);
    const isFree = worth === 0n && restock && lines.length > 0;
    return { parts: isFree ? ofNothing(live) : spread(live, worth), lines };
  }
}

/** Goods that cost nothing come back with the newest charge; no money moves. */
function ofNothing(live: readonly Payment[]): RefundPart<Payment>[] {
  const charges = live.filter(({ state }) => state === 'captured');
  return charges.slice(-1).map((charge) => ({ charge, amount: 0n }));
}

/** @throws PaymentRefused naming `amount` */
function spread(live: readonly Payment[], amount: Amount): RefundPart<Payment>[] {
  const parts = amount > 0n ? spreadRefund(live, amount) : undefined;
  if (parts === undefined) {
    const left = amountText(leftOfAll(live));
    throw new PaymentRefused({
      amount: [`amount must be above 0 and at most the ${left} that are left of what was paid`],
    });
  }
  return parts;
}

/** @throws ValidationFailed naming `items` when a sku is not in the order, is there twice, or has not so many left */
function linesOf(
  items: readonly ReturnedUnits[],
  charged: readonly ChargedItem[],
  live: readonly Payment[],
  order: Order,
): RefundedLine[] {
  const rounding = { step: smallestUnit(order.currencyCode), mode: order.currency.data.rounding_mode };
  return items.map(({ sku, quantity }, i) => {
    if (items.findIndex((other) => other.sku === sku) !== i) throw ValidationFailed.of('items', `name ${sku} twice`);
    const item = charged.find((one) => one.sku === sku);
    if (item === undefined) throw ValidationFailed.of('items', `name ${sku}, which the order does not have`);
    const { units, lines } = returnedOf(live, sku);
    if (units + quantity > item.quantity) {
      const left = Math.max(0, item.quantity - units);
      throw ValidationFailed.of('items', `name ${quantity} of ${sku}, of which ${left} can still be refunded`);
    }
    const refunded = lines.reduce((sum, line) => sum + parseAmount(line.amount), 0n);
    const worth = refundOfUnits({ ...item, returned: units, refunded }, quantity, rounding);
    return { sku, quantity, amount: amountText(worth) };
  });
}

/** @throws ValidationFailed when nothing was charged for shipping, or it was given back */
function shippingOf(charged: Amount, live: readonly Payment[]): Amount {
  if (isShippingReturned(live)) throw ValidationFailed.of('shipping', 'is refunded already');
  if (charged <= 0n) throw ValidationFailed.of('shipping', 'was not charged');
  return charged;
}
