// One line for each module of the API. CONTRIBUTING.md shows how to add one.
export { AccessModule } from '../modules/access/access.module';
export { BacktestsModule } from '../modules/backtests/backtests.module';
export { CartsModule } from '../modules/carts/carts.module';
export { CatalogModule } from '../modules/catalog/catalog.module';
export { CheckoutModule } from '../modules/checkout/checkout.module';
export { CustomersModule } from '../modules/customers/customers.module';
export { FilesModule } from '../modules/files/files.module';
export { OperationsModule } from '../modules/operations/operations.module';
export { OrdersModule } from '../modules/orders/orders.module';
export { PaymentsModule } from '../modules/payments/payments.module';
export { PromotionsModule } from '../modules/promotions/promotions.module';
export { SettingsModule } from '../modules/settings/settings.module';
export { ShipmentsModule } from '../modules/shipments/shipments.module';
export { StatisticsModule } from '../modules/statistics/statistics.module';
export { WebhooksModule } from '../modules/webhooks/webhooks.module';
