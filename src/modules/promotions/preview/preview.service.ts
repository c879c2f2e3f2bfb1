import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock';
import { Transactions } from '../../../platform/database/connection/transactions';
import { withoutCustomerFacts } from '../customer-facts';
import { type Language } from '../message-language';
import { withoutOtherCodes } from '../other-codes';
import { PreviewCarts } from '../preview-carts';
import { type PreviewRequest } from './preview-request';
import { PreviewRejections } from './preview-rejections';
import { previewRecord, type PreviewRecord } from '../preview.record';
import { PricingService } from '../pricing.service';
import { PreviewPromotions } from './preview-promotions';

/** Prices a cart as a checkout would, without using promotions or stock. */
@Injectable()
export class PreviewService {
  constructor(
    private readonly pricing: PricingService,
    private readonly promotions: PreviewPromotions,
    private readonly carts: PreviewCarts,
    private readonly rejections: PreviewRejections,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * @param seesCustomers whether the caller may see customers. Otherwise the response does not tell what the store knows of
   * one, and unsaved promotions do not see it: their rules could ask anything (orders-and-payments.md 22)
   * @param language of the messages
   * @throws ValidationFailed naming a cart or a currency that does not exist, or every fault of the promotions
   */
  async preview(request: PreviewRequest, seesCustomers: boolean, language: Language): Promise<PreviewRecord> {
    const { manager } = this.transactions;
    const instant = request.at ?? this.clock.now();
    const promotions = await this.promotions.of(manager, request, instant);
    const knowsCustomers = seesCustomers || request.promotions === null;
    const { currency, isCustomerStored, ...priced } = await this.carts.cartOf(manager, request, knowsCustomers);
    const { before, after, terms, cart, poolCode } = await this.pricing.priceOn(manager, priced, {
      promotions,
      instant,
      includesDrafts: request.includeDraft,
    });
    const isAsked = request.only !== null || request.promotions !== null;
    const told = isAsked ? after : withoutOtherCodes(after, terms.promotions, cart.discountCode, poolCode);
    const shown = isCustomerStored && !seesCustomers ? withoutCustomerFacts(told) : told;
    const rejected = await this.rejections.tell(manager, shown.rejected, language);
    return previewRecord(before, shown, rejected, currency);
  }
}
