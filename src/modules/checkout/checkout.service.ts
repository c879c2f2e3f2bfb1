import { Injectable } from '@nestjs/common';
import { type Amount } from '../../kernel/money';
import { ValidationFailed } from '../../kernel/errors';
import { Transactions } from '../../platform/database/connection/transactions';
import { type Order, orderRecord, type OrderRecord } from '../orders/order.record';
import { minorToAmount } from '../promotions/pricing.service';
import { type EntityManager } from 'typeorm';
import { type Cart } from '../carts/cart.record';
import { type OwnOrder } from '../carts/own-orders.service';
import {
  type AskedDraft,
  CheckoutDraftService,
  type CheckoutRequest,
  type CheckoutTerms,
} from './checkout-draft.service';
import { type CartContent, CartsService, requireCartId } from '../carts/carts.service';
import { TotalChanged } from './checkout.errors';
import { FormerOrderService } from './former-order.service';
import { CheckoutPlacementService } from './checkout-placement.service';
import { CheckoutPricingService } from './checkout-pricing.service';

/** An order, and whether an earlier checkout of the same cart had made it already. */
export interface CheckoutAnswer {
  readonly order: OrderRecord;
  readonly isRepeated: boolean;
}

/** The cart of a checkout, and its new content if the request sends one. */
export interface CheckoutCart extends CartContent {
  /** Null: a new cart. */
  readonly id: string | null;
}

/** Turns carts into orders (carts.md 5 to 9). */
@Injectable()
export class CheckoutService {
  constructor(
    private readonly transactions: Transactions,
    private readonly carts: CartsService,
    private readonly drafts: CheckoutDraftService,
    private readonly former: FormerOrderService,
    private readonly pricing: CheckoutPricingService,
    private readonly placement: CheckoutPlacementService,
  ) {}

  /**
   * One transaction: the cart gets what is sent with the request; under its lock its price and its promotions are taken, the
   * order is written and its stock is taken. The stock comes last, because all checkouts of a product wait for its counter
   * until the commit. For an unchanged cart the same request returns the same order while it costs the same; any other
   * request replaces that order (orders-and-payments.md 20, 39).
   * @throws ValidationFailed, DiscountCodeRefused, CheckoutRefused, OutOfStock, TotalChanged, OrderHoldsMoney, OrderEdited;
   * nothing was written then
   */
  async checkout(
    { id, ...content }: CheckoutCart,
    request: CheckoutRequest,
    terms: CheckoutTerms,
  ): Promise<CheckoutAnswer> {
    const cartId = id ?? this.carts.newId();
    requireCartId(cartId);
    return this.transactions.run(async (tx) => {
      const written = { id: cartId, isNew: id === null, isOfPage: terms.page !== undefined };
      const cart = await this.carts.fill(tx, written, content, terms.currency);
      const former = await this.former.of(tx, cart, { request, ...terms });
      if (former.kind === 'answer') return repeated(former.order, request);
      const own = former.kind === 'none' ? undefined : former.own;
      const asked = { request, currency: terms.currency, own };
      if (former.kind === 'same' && (await this.isSameNow(tx, cart?.row, { ...asked, own: former.own })))
        return repeated(former.own.order, request);
      const draft = await this.drafts.read(tx, cart?.row, asked);
      const supersedes = await this.former.replace(tx, cart?.row, own, terms.who);
      const orderId = this.placement.nextId();
      const price = await this.pricing.take(tx, orderId, draft);
      requireExpected(request, minorToAmount(price.after.totals.total, price.after.exponent));
      const order = await this.placement.place(tx, orderId, draft, { ...price, supersedes });
      await this.former.record(tx, orderId, draft);
      if (terms.savesAddresses) await this.placement.saveAddresses(tx, draft);
      await this.placement.takeStock(tx, orderId, draft);
      return { order, isRepeated: false };
    });
  }

  /**
   * Resolves whether the same request still stands for its order: pricing it now gives the same amounts, or what it names, such as a
   * shipping method, cannot be chosen any more. @throws CheckoutRefused
   */
  private async isSameNow(
    tx: EntityManager,
    cart: Cart | undefined,
    asked: AskedDraft & { own: OwnOrder },
  ): Promise<boolean> {
    try {
      return await this.pricing.isUnchanged(tx, await this.drafts.read(tx, cart, asked), asked.own);
    } catch (error) {
      if (error instanceof ValidationFailed) return true;
      throw error;
    }
  }
}

function repeated(order: Order, request: CheckoutRequest): CheckoutAnswer {
  requireExpected(request, order.total);
  return { order: orderRecord(order), isRepeated: true };
}

/** @throws TotalChanged */
function requireExpected({ expectedTotal }: CheckoutRequest, total: Amount): void {
  if (expectedTotal !== null && expectedTotal !== total) throw new TotalChanged(expectedTotal, total);
}
