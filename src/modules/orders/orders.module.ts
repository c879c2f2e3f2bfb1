import { Module } from '@nestjs/common';
import { StoreObjects } from '../../platform/events/store-objects';
import { CatalogModule } from '../catalog/catalog.module';
import { CustomersModule } from '../customers/customers.module';
import { SettingsModule } from '../settings/settings.module';
import { Order } from './data/order.entity';
import { OrderItem } from './data/order-item.entity';
import { OrderDiscountsController } from './http/order-discounts.controller';
import { OrderItemsController } from './http/order-items.controller';
import { OrdersController } from './http/orders.controller';
import { CustomerOrdersService } from './customer-orders.service';
import { OrderDiscountsService } from './order-discounts.service';
import { OrderHistory } from './order-history';
import { orderItemRecord } from './order-item.record';
import { OrderItemsService } from './order-items.service';
import { OrderPlacementService } from './order-placement.service';
import { OrderReferences } from './order-references';
import { OrderTransitions } from './order-transitions';
import { orderRecord } from './order.record';
import { OrdersCollection } from './orders.collection';
import { OrdersService } from './orders.service';

/** Orders, their items, their status and its history. */
@Module({
  imports: [SettingsModule, CustomersModule, CatalogModule],
  controllers: [OrdersController, OrderItemsController, OrderDiscountsController],
  providers: [
    OrdersCollection,
    OrdersService,
    OrderItemsService,
    OrderDiscountsService,
    OrderReferences,
    OrderHistory,
    OrderTransitions,
    OrderPlacementService,
    CustomerOrdersService,
  ],
  exports: [OrdersService, OrderItemsService, OrderTransitions, OrderPlacementService, CustomerOrdersService],
})
export class OrdersModule {
  constructor(objects: StoreObjects) {
    objects.register(Order, 'order', (rows) => rows.map(orderRecord));
    objects.register(OrderItem, 'order_item', (rows) => rows.map(orderItemRecord));
  }
}
