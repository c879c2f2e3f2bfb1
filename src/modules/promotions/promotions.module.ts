import { Module } from '@nestjs/common';
import { StoreObjects } from '../../platform/events/store-objects';
import { CatalogModule } from '../catalog/catalog.module';
import { CustomersModule } from '../customers/customers.module';
import { SettingsModule } from '../settings/settings.module';
import { PromotionRevision } from './data/promotion-revision.entity';
import { PromotionRedemption } from './data/promotion-redemption.entity';
import { PromotionCustomerCounter } from './data/promotion-customer-counter.entity';
import { PromotionBudget } from './data/promotion-budget.entity';
import { PromotionCounter } from './data/promotion-counter.entity';
import { Promotion } from './data/promotion.entity';
import { AddCodesService } from './codes/add-codes.service';
import { CodeJobsService } from './codes/code-jobs.service';
import { CodesService } from './codes/codes.service';
import { PromotionCode } from './data/promotion-code.entity';
import { CodeJobsController } from './http/code-jobs.controller';
import { CodeLookupController } from './http/code-lookup.controller';
import { CodesController } from './http/codes.controller';
import { PromotionsController } from './http/promotions.controller';
import { PromotionLedgerService } from './promotion-ledger.service';
import { OwnCodes } from './codes/own-codes';
import { PreviewCarts } from './preview-carts';
import { PreviewProducts } from './preview/preview-products';
import { PreviewPromotions } from './preview/preview-promotions';
import { PreviewRelations } from './preview/preview-relations';
import { PreviewService } from './preview/preview.service';
import { PricingService } from './pricing.service';
import { ExcludingPromotions } from './rules/excluding-promotions';
import { PromotionReferencesService } from './rules/promotion-references.service';
import { PromotionRecord } from './promotion.record';
import { PromotionRecords } from './promotion-records';
import { PromotionsCache } from './promotions.cache';
import { PromotionsService } from './promotions.service';
import { RedemptionsService } from './redemptions.service';
import { PreviewRejections } from './preview/preview-rejections';
import { RuleValuesService } from './rules/rule-values.service';
import { RejectionsService } from './rejections.service';

/** Cart discounts, the price of a cart with them, and their uses. */
@Module({
  imports: [SettingsModule, CustomersModule, CatalogModule],
  controllers: [PromotionsController, CodesController, CodeJobsController, CodeLookupController],
  providers: [
    PromotionsService,
    PromotionRecords,
    PromotionReferencesService,
    ExcludingPromotions,
    OwnCodes,
    PromotionsCache,
    RedemptionsService,
    PromotionLedgerService,
    RejectionsService,
    RuleValuesService,
    PreviewRejections,
    PricingService,
    PreviewService,
    PreviewCarts,
    PreviewProducts,
    PreviewPromotions,
    PreviewRelations,
    CodesService,
    CodeJobsService,
    AddCodesService,
  ],
  exports: [
    PromotionsCache,
    PromotionRecords,
    PromotionLedgerService,
    RedemptionsService,
    RejectionsService,
    PricingService,
    PreviewCarts,
  ],
})
export class PromotionsModule {
  static readonly entities = [
    Promotion,
    PromotionCounter,
    PromotionCustomerCounter,
    PromotionBudget,
    PromotionRedemption,
    PromotionCode,
    PromotionRevision,
  ];

  constructor(objects: StoreObjects, records: PromotionRecords) {
    objects.register(Promotion, {
      object: 'promotion',
      since: '1.2',
      record: PromotionRecord,
      scope: 'promotions',
      records: records.of,
      listed: { title: 'title' },
    });
  }
}
