import { Injectable } from '@nestjs/common';
import { type Amount } from '../../kernel/money';
import { Transactions } from '../../platform/database/connection/transactions';
import { type OrderRecord } from '../orders/order.record';
import { minorToAmount } from '../promotions/pricing.service';
import { CheckoutDraftService, type CheckoutRequest } from './checkout-draft.service';
import { CartsService, requireCartId } from '../carts/carts.service';
import { TotalChanged } from './checkout.errors';
import { CartOrdersService } from '../carts/cart-orders.service';
import { CheckoutPlacementService } from './checkout-placement.service';
import { CheckoutPricingService, type CheckoutPrice } from './checkout-pricing.service';

/** An order, and whether an earlier checkout of the same cart had made it already. */
export interface CheckoutAnswer {
  readonly order: OrderRecord;
  readonly isRepeated: boolean;
}

/** Turns carts into orders (carts.md 5 to 9). */
@Injectable()
export class CheckoutService {
  constructor(
    private readonly transactions: Transactions,
    private readonly carts: CartsService,
    private readonly drafts: CheckoutDraftService,
    private readonly cartOrders: CartOrdersService,
    private readonly pricing: CheckoutPricingService,
    private readonly placement: CheckoutPlacementService,
  ) {}

  /**
   * One transaction: under the cart's lock its price, its stock and its promotions are taken and the order is written. A
   * cart that was checked out and not changed since answers with the order it became, whatever is sent this time.
   * @param currencyCode of the header X-Currency
   * @throws ValidationFailed, CheckoutRefused, OutOfStock, TotalChanged; nothing was written then
   */
  async checkout(cartId: string, request: CheckoutRequest, currencyCode: string | null): Promise<CheckoutAnswer> {
    requireCartId(cartId);
    return this.transactions.run(async (tx) => {
      const cart = await this.carts.lock(tx, cartId);
      const earlier = cart && (await this.cartOrders.findOrder(tx, cart.id));
      if (earlier !== undefined) return { order: earlier, isRepeated: true };
      const draft = await this.drafts.read(tx, cart, request, currencyCode);
      const orderId = await this.placement.open(tx, draft);
      const price = await this.pricing.take(tx, orderId, draft);
      requireExpected(request.expectedTotal, price);
      const order = await this.placement.place(tx, orderId, draft, price);
      await this.cartOrders.record(tx, draft.cart.id, orderId);
      return { order, isRepeated: false };
    });
  }
}

function requireExpected(expected: Amount | null, { after }: CheckoutPrice): void {
  const total = minorToAmount(after.totals.total, after.exponent);
  if (expected !== null && expected !== total) throw new TotalChanged(expected, total);
}
