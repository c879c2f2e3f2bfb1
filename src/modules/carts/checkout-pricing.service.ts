import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { customerKey } from '../promotions/customer-key';
import { type Evaluation, PricingService } from '../promotions/pricing.service';
import { RedemptionsService } from '../promotions/redemptions.service';
import { type Basket } from './basket.service';

/** The price of a checkout, whose promotions are taken. */
export interface CheckoutPrice {
  readonly after: Evaluation;
}

/** Prices checkouts and takes the promotions they get (promotions.md 30, 31). */
@Injectable()
export class CheckoutPricingService {
  constructor(
    private readonly pricing: PricingService,
    private readonly redemptions: RedemptionsService,
  ) {}

  /**
   * Prices a basket and takes a use of each promotion that applies. When another order took the last use in between, it is
   * priced again: by then the counter says so, and the promotion is rejected with `max_uses_reached`. The code of a cart
   * is a matter of price alone: no checkout fails because of it (promotions.md 35).
   */
  async take(tx: EntityManager, orderId: string, { snapshot, buyer }: Basket): Promise<CheckoutPrice> {
    for (;;) {
      const { after, uses } = await this.pricing.priceWithin(tx, { cart: snapshot, customer: buyer });
      const taken = await this.redemptions.take(tx, orderId, customerKey(buyer), uses);
      if (taken.isTaken) return { after };
    }
  }
}
