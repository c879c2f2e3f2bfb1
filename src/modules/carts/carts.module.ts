import { Module } from '@nestjs/common';
import { StoreObjects } from '../../platform/events/store-objects';
import { CatalogModule } from '../catalog/catalog.module';
import { CustomersModule } from '../customers/customers.module';
import { OrdersModule } from '../orders/orders.module';
import { PromotionsModule } from '../promotions/promotions.module';
import { SettingsModule } from '../settings/settings.module';
import { BasketService } from './basket.service';
import { CartCodesService } from './cart-codes.service';
import { CartItemsService } from './cart-items.service';
import { CartLinesService } from './cart-lines.service';
import { CartPricingService } from './cart-pricing.service';
import { CartsService } from './carts.service';
import { CheckoutChoicesService } from './checkout-choices.service';
import { CheckoutMetrics } from './checkout-metrics';
import { CheckoutMemoryService } from './checkout-memory.service';
import { CheckoutOptionsService } from './checkout-options.service';
import { CheckoutPartiesService } from './checkout-parties.service';
import { CheckoutPlacementService } from './checkout-placement.service';
import { CheckoutPricingService } from './checkout-pricing.service';
import { CheckoutService } from './checkout.service';
import { Cart } from './data/cart.entity';
import { DummyGateway } from './gateways/dummy.gateway';
import { ManualGateway } from './gateways/manual.gateway';
import { CartItemsController } from './http/cart-items.controller';
import { CartsController } from './http/carts.controller';
import { CheckoutController } from './http/checkout.controller';
import { PaymentsController } from './http/payments.controller';
import { OrderHoldingsService } from './order-holdings.service';
import { PAYMENT_GATEWAYS } from './payment-gateway.port';
import { PaymentLedgerService } from './payment-ledger.service';
import { PaymentsService } from './payments.service';

const carts = [CartsService, CartItemsService, CartCodesService, CartLinesService, CartPricingService];
const checkout = [
  BasketService,
  CheckoutService,
  CheckoutMetrics,
  CheckoutOptionsService,
  CheckoutChoicesService,
  CheckoutPartiesService,
  CheckoutPricingService,
  CheckoutPlacementService,
  CheckoutMemoryService,
  OrderHoldingsService,
];
/** A real provider is one more class here, and a gateway of its slug in settings. */
const gateways = { provide: PAYMENT_GATEWAYS, useFactory: () => [new ManualGateway(), new DummyGateway()] };

/** Carts, their price, their checkout and the payment of orders. */
@Module({
  imports: [SettingsModule, CustomersModule, CatalogModule, PromotionsModule, OrdersModule],
  // Checkout first: `POST /v1/carts/checkout` is not the cart `checkout`.
  controllers: [CheckoutController, CartsController, CartItemsController, PaymentsController],
  providers: [...carts, ...checkout, gateways, PaymentsService, PaymentLedgerService],
  exports: [CartsService],
})
export class CartsModule {
  constructor(objects: StoreObjects, pricing: CartPricingService) {
    objects.register(Cart, 'cart', (rows, manager) => pricing.told(manager, rows));
  }
}
