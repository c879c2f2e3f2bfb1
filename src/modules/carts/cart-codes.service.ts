import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { type HeldUse } from '../promotions/redemptions.service';
import { PricingService } from '../promotions/pricing.service';
import { DiscountCodeRefused, isWrongCode } from './carts.errors';
import { cartSnapshot } from './cart-snapshot';
import { type StoreCurrency } from '../settings/currencies.service';

/** Where a code was typed, and what it is judged by. */
export interface TypedCode {
  /** The field that held it. */
  readonly field: string;
  readonly currency: StoreCurrency;
  /** Uses that count as given back. */
  readonly givenBack: readonly HeldUse[];
}

/** Judges codes that are typed at carts (promotions.md 35). */
@Injectable()
export class CartCodesService {
  constructor(
    private readonly pricing: PricingService,
    private readonly clock: Clock,
  ) {}

  /**
   * Accepts a code that is known, live, not expired and not used up, even if the cart does not qualify yet. The engine judges
   * it on an empty cart and without its customer group, because the customer is not known before the checkout.
   * @throws DiscountCodeRefused
   */
  async require(manager: EntityManager, code: string, { field, currency, givenBack }: TypedCode): Promise<void> {
    const promotion = await this.pricing.byCode(manager, code);
    if (promotion === undefined) throw new DiscountCodeRefused(field, 'unknown');
    const anyGroup = { ...promotion, definition: { ...promotion.definition, customerGroup: null } };
    const cart = cartSnapshot([], currency, code);
    const terms = { promotions: [anyGroup], instant: this.clock.now(), includesDrafts: false };
    const { after } = await this.pricing.priceOn(manager, { cart, customer: null, givenBack }, terms);
    const reason = after.rejected[0]?.reason ?? '';
    if (isWrongCode(reason)) throw new DiscountCodeRefused(field, reason);
  }
}
