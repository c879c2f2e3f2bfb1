import { Module } from '@nestjs/common';
import { StoreObjects } from '../../platform/events/store-objects';
import { CustomersModule } from '../customers/customers.module';
import { SettingsModule } from '../settings/settings.module';
import { Promotion } from './data/promotion.entity';
import { PromotionsController } from './http/promotions.controller';
import { PreviewCarts } from './preview-carts';
import { PreviewService } from './preview.service';
import { PricingService } from './pricing.service';
import { promotionRecord } from './promotion.record';
import { PromotionSnapshot } from './promotion-snapshot.service';
import { PromotionsService } from './promotions.service';
import { RedemptionsService } from './redemptions.service';

/** Cart discounts: what they are, what a cart costs with them, and how often they were used. */
@Module({
  imports: [SettingsModule, CustomersModule],
  controllers: [PromotionsController],
  providers: [PromotionsService, PromotionSnapshot, RedemptionsService, PricingService, PreviewService, PreviewCarts],
  exports: [PromotionSnapshot, RedemptionsService, PricingService, PreviewCarts],
})
export class PromotionsModule {
  constructor(objects: StoreObjects) {
    objects.register(Promotion, 'promotion', (rows) => rows.map(promotionRecord));
  }
}
