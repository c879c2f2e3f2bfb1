import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { PricingService } from '../promotions/pricing.service';
import { type CodeRefusal, DiscountCodeRefused } from './carts.errors';
import { cartSnapshot } from './cart-snapshot';
import { type StoreCurrency } from '../settings/currencies.service';

/** Reasons why no cart can use the code at the moment. */
const FATAL: ReadonlySet<string> = new Set<CodeRefusal>([
  'draft',
  'expired',
  'code_revoked',
  'code_used',
  'code_expired',
  'max_uses_reached',
]);

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
   * @param field that held the code
   * @throws DiscountCodeRefused
   */
  async require(manager: EntityManager, code: string, field: string, currency: StoreCurrency): Promise<void> {
    const promotion = await this.pricing.byCode(manager, code);
    if (promotion === undefined) throw new DiscountCodeRefused(field, 'unknown');
    const anyGroup = { ...promotion, definition: { ...promotion.definition, customerGroup: null } };
    const cart = cartSnapshot([], currency, code);
    const terms = { promotions: [anyGroup], instant: this.clock.now(), includesDrafts: false };
    const { after } = await this.pricing.priceOn(manager, { cart, customer: null }, terms);
    const reason = after.rejected[0]?.reason ?? '';
    if (FATAL.has(reason)) throw new DiscountCodeRefused(field, reason as CodeRefusal);
  }
}
