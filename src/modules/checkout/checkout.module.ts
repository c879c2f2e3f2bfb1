import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { CartsModule } from '../carts/carts.module';
import { CustomersModule } from '../customers/customers.module';
import { OrdersModule } from '../orders/orders.module';
import { PaymentsModule } from '../payments/payments.module';
import { PromotionsModule } from '../promotions/promotions.module';
import { SettingsModule } from '../settings/settings.module';
import { AskedEmails } from './asked-emails';
import { CheckoutDraftService } from './checkout-draft.service';
import { CheckoutChoicesService } from './checkout-choices.service';
import { CheckoutMetrics } from './checkout-metrics';
import { CheckoutOptionsService } from './checkout-options.service';
import { CheckoutPartiesService } from './checkout-parties.service';
import { CheckoutPlacementService } from './checkout-placement.service';
import { CheckoutPricingService } from './checkout-pricing.service';
import { CheckoutService } from './checkout.service';
import { FormerOrderService } from './former-order.service';
import { CheckoutController } from './http/checkout.controller';

/** Turns a cart into an order. */
@Module({
  imports: [AccessModule, SettingsModule, CustomersModule, PromotionsModule, OrdersModule, PaymentsModule, CartsModule],
  controllers: [CheckoutController],
  providers: [
    CheckoutDraftService,
    CheckoutService,
    CheckoutMetrics,
    AskedEmails,
    CheckoutOptionsService,
    CheckoutChoicesService,
    CheckoutPartiesService,
    CheckoutPricingService,
    CheckoutPlacementService,
    FormerOrderService,
  ],
})
export class CheckoutModule {}
