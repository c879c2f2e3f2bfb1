import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { DiscountCodeRefused } from '../carts/carts.errors';
import { type OwnOrder } from '../carts/own-orders.service';
import { OrderPlacementService, type PlacedPricing } from '../orders/order-placement.service';
import { customerKey } from '../promotions/customer-key';
import { fitsAmounts, fitsUse, frozenPromotions } from '../promotions/frozen-promotion';
import { codeRefusal, type Evaluation, type Priced, PricingService } from '../promotions/pricing.service';
import { type AppliedUse, RedemptionsService } from '../promotions/redemptions.service';
import { type CheckoutDraft } from './checkout-draft.service';
import { orderAmounts } from '../orders/item-money';
import { placedLines } from './checkout-order';
import { CheckoutRefused } from './checkout.errors';

/** The price of a checkout, whose promotions are taken. */
export interface CheckoutPrice {
  readonly after: Evaluation;
  /** The inputs of the price, as the order keeps them. */
  readonly pricing: PlacedPricing;
}

/** Prices checkouts and takes the promotions they get (promotions.md 30, 31). */
@Injectable()
export class CheckoutPricingService {
  constructor(
    private readonly pricing: PricingService,
    private readonly redemptions: RedemptionsService,
    private readonly orders: OrderPlacementService,
  ) {}

  /**
   * Prices a draft and takes a use of each promotion that applies. When another order took the last use in between, it is
   * priced again: by then the counter says so, and the promotion is rejected with `max_uses_reached`. The code of a cart
   * is a matter of price alone; one that the request itself names must take something off (promotions.md 35).
   * @throws CheckoutRefused naming `cart` when it comes to more than an amount can hold, DiscountCodeRefused
   */
  async take(tx: EntityManager, orderId: string, draft: CheckoutDraft): Promise<CheckoutPrice> {
    const { snapshot, buyer, request } = draft;
    for (;;) {
      const priced = await this.pricing.priceWithin(tx, { cart: snapshot, customer: buyer });
      const { cart, after, uses, poolCode, terms, timeZone } = priced;
      requireHeld(after, uses);
      if (request.isCodeRequired) requireCode(priced);
      const taken = await this.redemptions.take(tx, orderId, customerKey(buyer), uses);
      if (!taken.isTaken) continue;
      const promotions = frozenPromotions(after, terms.promotions, poolCode);
      return { after, pricing: { cart, customer: buyer, instant: terms.instant, timeZone, promotions } };
    }
  }

  /** Resolves whether a draft costs now, in all and by line, what its own order cost at its checkout (orders-and-payments.md 39). */
  async isUnchanged(tx: EntityManager, draft: CheckoutDraft, { order, uses }: OwnOrder): Promise<boolean> {
    const { snapshot: cart, buyer: customer, lines, currency } = draft;
    const { after } = await this.pricing.priceWithin(tx, { cart, customer, givenBack: uses });
    const amounts = { ...orderAmounts(after), lines: placedLines(lines, currency, after) };
    return this.orders.costsSame(tx, order, amounts);
  }
}

function requireHeld(after: Evaluation, uses: readonly AppliedUse[]): void {
  if (!fitsAmounts(after) || !uses.every(fitsUse))
    throw new CheckoutRefused({ cart: ['cart comes to more than an order can hold'] });
}

/** @throws DiscountCodeRefused */
function requireCode(priced: Priced): void {
  const reason = codeRefusal(priced);
  if (reason !== null) throw new DiscountCodeRefused('code', reason);
}
