import { Module } from '@nestjs/common';
import { StoreObjects } from '../../platform/events/store-objects';
import { CatalogModule } from '../catalog/catalog.module';
import { CustomersModule } from '../customers/customers.module';
import { SettingsModule } from '../settings/settings.module';
import { Order } from './data/order.entity';
import { OrderItem } from './data/order-item.entity';
import { OrderItemsController } from './http/order-items.controller';
import { OrdersController } from './http/orders.controller';
import { OrderHistory } from './order-history';
import { orderItemRecord } from './order-item.record';
import { OrderItemsService } from './order-items.service';
import { OrderReferences } from './order-references';
import { orderRecord } from './order.record';
import { OrdersCollection } from './orders.collection';
import { OrdersService } from './orders.service';

/** Orders, their items, their status and its history. */
@Module({
  imports: [SettingsModule, CustomersModule, CatalogModule],
  controllers: [OrdersController, OrderItemsController],
  providers: [OrdersCollection, OrdersService, OrderItemsService, OrderReferences, OrderHistory],
  exports: [OrdersService, OrderItemsService],
})
export class OrdersModule {
  constructor(objects: StoreObjects) {
    objects.register(Order, 'order', (rows) => rows.map(orderRecord));
    objects.register(OrderItem, 'order_item', (rows) => rows.map(orderItemRecord));
  }
}
