import { AccessToken } from '../modules/access/data/access-token.entity';
import { ApiClient } from '../modules/access/data/api-client.entity';
import { CartCheckout } from '../modules/carts/data/cart-checkout.entity';
import { CartItem } from '../modules/carts/data/cart-item.entity';
import { Cart } from '../modules/carts/data/cart.entity';
import { OrderStock } from '../modules/carts/data/order-stock.entity';
import { Payment } from '../modules/carts/data/payment.entity';
import { OrderDiscount } from '../modules/orders/data/order-discount.entity';
import { OrderItem } from '../modules/orders/data/order-item.entity';
import { OrderStatusChange } from '../modules/orders/data/order-status-change.entity';
import { Order } from '../modules/orders/data/order.entity';
import { Brand } from '../modules/catalog/data/brand.entity';
import { Category } from '../modules/catalog/data/category.entity';
import { ProductStock } from '../modules/catalog/data/product-stock.entity';
import { Product } from '../modules/catalog/data/product.entity';
import { Address } from '../modules/customers/data/address.entity';
import { CustomerGroup } from '../modules/customers/data/customer-group.entity';
import { Customer } from '../modules/customers/data/customer.entity';
import { PromotionCounter } from '../modules/promotions/data/promotion-counter.entity';
import { PromotionCustomerCounter } from '../modules/promotions/data/promotion-customer-counter.entity';
import { PromotionRedemption } from '../modules/promotions/data/promotion-redemption.entity';
import { SettingsRevision } from '../modules/settings/data/settings-revision.entity';
import { PromotionRevision } from '../modules/promotions/data/promotion-revision.entity';
import { Promotion } from '../modules/promotions/data/promotion.entity';
import { Currency } from '../modules/settings/data/currency.entity';
import { WebhookAttempt } from '../modules/webhooks/data/webhook-attempt.entity';
import { WebhookDelivery } from '../modules/webhooks/data/webhook-delivery.entity';
import { WebhookHealth } from '../modules/webhooks/data/webhook-health.entity';
import { Webhook } from '../modules/webhooks/data/webhook.entity';
import { Gateway } from '../modules/settings/data/gateway.entity';
import { ShippingMethod } from '../modules/settings/data/shipping-method.entity';
import { TaxBand } from '../modules/settings/data/tax-band.entity';
import { ListBlock } from '../platform/database/list-block.entity';
import { EventRow } from '../platform/events/event.entity';
import { IdempotencyRecord } from '../platform/http/idempotency/idempotency-record.entity';
import { WorkerLease } from '../platform/upkeep/worker-lease.entity';

/** Every entity of the store. A test fails when a file under src declares one that is missing here. */
export const entities = [
  AccessToken,
  Address,
  ApiClient,
  Brand,
  Cart,
  CartCheckout,
  CartItem,
  Category,
  Currency,
  Customer,
  CustomerGroup,
  EventRow,
  Gateway,
  IdempotencyRecord,
  ListBlock,
  Order,
  OrderDiscount,
  OrderItem,
  OrderStatusChange,
  OrderStock,
  Payment,
  Product,
  ProductStock,
  Promotion,
  PromotionCounter,
  PromotionCustomerCounter,
  PromotionRedemption,
  SettingsRevision,
  PromotionRevision,
  ShippingMethod,
  TaxBand,
  Webhook,
  WebhookAttempt,
  WebhookDelivery,
  WebhookHealth,
  WorkerLease,
];
