import { Module } from '@nestjs/common';
import { StoreObjects } from '../../platform/events/store-objects';
import { CatalogModule } from '../catalog/catalog.module';
import { CustomersModule } from '../customers/customers.module';
import { OrdersModule } from '../orders/orders.module';
import { PaymentsModule } from '../payments/payments.module';
import { PreviewCarts } from '../promotions/preview-carts';
import { PromotionsModule } from '../promotions/promotions.module';
import { SettingsModule } from '../settings/settings.module';
import { CartItem } from './data/cart-item.entity';
import { CartCheckout } from './data/cart-checkout.entity';
import { CartCustomersService } from './cart-customers.service';
import { CartChangesService } from './cart-changes.service';
import { CartCodesService } from './cart-codes.service';
import { CartItemsService } from './cart-items.service';
import { CartLinesService } from './cart-lines.service';
import { CartOrdersService } from './cart-orders.service';
import { OwnOrdersService } from './own-orders.service';
import { CartPricingService } from './cart-pricing.service';
import { CodeLimit } from './code-limit';
import { CartsService } from './carts.service';
import { Cart } from './data/cart.entity';
import { CartItemListController } from './http/cart-item-list.controller';
import { CartItemsController } from './http/cart-items.controller';
import { CartDiscountController } from './http/cart-discount.controller';
import { CartsController } from './http/carts.controller';
import { CartEventRecord } from './cart-event.record';

/** Carts, their lines and their price. */
@Module({
  imports: [SettingsModule, CustomersModule, CatalogModule, PromotionsModule, OrdersModule, PaymentsModule],
  controllers: [CartsController, CartDiscountController, CartItemListController, CartItemsController],
  providers: [
    CartsService,
    CodeLimit,
    CartItemsService,
    CartChangesService,
    CartCodesService,
    CartCustomersService,
    CartLinesService,
    CartOrdersService,
    OwnOrdersService,
    CartPricingService,
  ],
  exports: [CartsService, CodeLimit, CartCustomersService, CartOrdersService, CartPricingService, OwnOrdersService],
})
export class CartsModule {
  static readonly entities = [Cart, CartCheckout, CartItem];

  constructor(objects: StoreObjects, pricing: CartPricingService, previews: PreviewCarts) {
    previews.register(pricing.previewSources());
    objects.register(Cart, {
      object: 'cart',
      since: '1.2',
      record: CartEventRecord,
      scope: 'carts',
      records: (manager, rows) => pricing.told(manager, rows),
      about: {
        created: 'Its first item was added, or a code or a customer was set.',
        updated: 'Its price is the current one. A change of a product or a promotion alone fires no event.',
        deleted: 'It was emptied by DELETE, or did not change for as long as the store keeps carts.',
      },
    });
  }
}
