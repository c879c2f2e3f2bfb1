import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type PlacedPricing } from '../orders/order-placement.service';
import { customerKey } from '../promotions/customer-key';
import { fitsAmounts, fitsUse, frozenPromotions } from '../promotions/frozen-promotion';
import { type Evaluation, PricingService } from '../promotions/pricing.service';
import { type AppliedUse, RedemptionsService } from '../promotions/redemptions.service';
import { type CheckoutDraft } from './checkout-draft.service';
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
  ) {}

  /**
   * Prices a draft and takes a use of each promotion that applies. When another order took the last use in between, it is
   * priced again: by then the counter says so, and the promotion is rejected with `max_uses_reached`. The code of a cart
   * is a matter of price alone: no checkout fails because of it (promotions.md 35).
   * @throws CheckoutRefused naming `cart` when it comes to more than an amount can hold
   */
  async take(tx: EntityManager, orderId: string, { snapshot, buyer }: CheckoutDraft): Promise<CheckoutPrice> {
    for (;;) {
      const { cart, after, uses, poolCode, terms, timeZone } = await this.pricing.priceWithin(tx, {
        cart: snapshot,
        customer: buyer,
      });
      requireHeld(after, uses);
      const taken = await this.redemptions.take(tx, orderId, customerKey(buyer), uses);
      if (!taken.isTaken) continue;
      const promotions = frozenPromotions(after, terms.promotions, poolCode);
      return { after, pricing: { cart, customer: buyer, instant: terms.instant, timeZone, promotions } };
    }
  }
}

function requireHeld(after: Evaluation, uses: readonly AppliedUse[]): void {
  if (!fitsAmounts(after) || !uses.every(fitsUse))
    throw new CheckoutRefused({ cart: ['cart comes to more than an order can hold'] });
}
