import { Module } from '@nestjs/common';
import { StoreObjects } from '../../platform/events/store-objects';
import { CatalogModule } from '../catalog/catalog.module';
import { CustomersModule } from '../customers/customers.module';
import { PromotionsModule } from '../promotions/promotions.module';
import { PriceHolders } from '../settings/price-holders';
import { SettingsModule } from '../settings/settings.module';
import { OrderStatusChange } from './data/order-status-change.entity';
import { OrderDiscount } from './data/order-discount.entity';
import { OrderStock } from './data/order-stock.entity';
import { Order } from './data/order.entity';
import { OrderItem } from './data/order-item.entity';
import { OrderDiscountsController } from './http/order-discounts.controller';
import { OrderEditsController } from './http/order-edits.controller';
import { OrderItemsController } from './http/order-items.controller';
import { PromotionUsesController } from './http/promotion-uses.controller';
import { OrderTotalsController } from './http/order-totals.controller';
import { OrdersController } from './http/orders.controller';
import { CustomerOrdersService } from './customer-orders.service';
import { OrderDiscountsService } from './discounts/order-discounts.service';
import { OrderEditWriterService } from './edits/order-edit-writer.service';
import { OrderEditorService } from './edits/order-editor.service';
import { EditedPriceService } from './edits/edited-price.service';
import { NamedLinesService } from './edits/named-lines.service';
import { OrderEditsService } from './edits/order-edits.service';
import { OrderNote } from './data/order-note.entity';
import { OrderNumberSequence } from './data/order-number-sequence.entity';
import { MyOrdersController } from './http/my-orders.controller';
import { OrderNotesController } from './http/order-notes.controller';
import { OrderNotesService } from './history/order-notes.service';
import { OrderNumbersService } from './order-numbers.service';
import { OrderUnitsService } from './order-units.service';
import { DISCOUNTS, ITEMS } from './order-include';
import { OrderIncludesService } from './order-includes.service';
import { OrderFiguresService } from './order-figures.service';
import { OrderHistory } from './history/order-history';
import { OrderItemRecord, orderItemRecord } from './order-item.record';
import { OrderItemsService } from './order-items.service';
import { OrderLinesService } from './edits/order-lines.service';
import { OrderMoves } from './order-moves';
import { OrderPlacementService } from './order-placement.service';
import { OrderReferences } from './order-references';
import { OrderReservationsService } from './order-reservations.service';
import { OrderReturnsService } from './order-returns.service';
import { OrderShippingTermsService } from './edits/order-shipping-terms.service';
import { OrderTransitions } from './order-status-listeners';
import { OrderRecord, orderRecord } from './order.record';
import { OrdersCollection } from './orders.collection';
import { PlacedOrdersService } from './placed-orders.service';
import { PromotionUsesService } from './discounts/promotion-uses.service';
import { OrdersService } from './orders.service';
import { OrderTotalsService } from './totals/order-totals.service';

/** Orders, their items, their status and its history. */
@Module({
  imports: [SettingsModule, CustomersModule, CatalogModule, PromotionsModule],
  controllers: [
    OrderTotalsController,
    OrdersController,
    OrderItemsController,
    OrderEditsController,
    OrderDiscountsController,
    OrderNotesController,
    MyOrdersController,
    PromotionUsesController,
  ],
  providers: [
    OrdersCollection,
    OrdersService,
    OrderItemsService,
    OrderEditsService,
    OrderEditorService,
    OrderEditWriterService,
    EditedPriceService,
    NamedLinesService,
    OrderLinesService,
    OrderShippingTermsService,
    OrderDiscountsService,
    OrderReferences,
    OrderHistory,
    OrderIncludesService,
    OrderNotesService,
    OrderNumbersService,
    OrderUnitsService,
    OrderTransitions,
    OrderMoves,
    OrderPlacementService,
    OrderReservationsService,
    OrderReturnsService,
    CustomerOrdersService,
    OrderFiguresService,
    OrderTotalsService,
    PromotionUsesService,
    PlacedOrdersService,
  ],
  exports: [
    OrdersService,
    OrderItemsService,
    OrderIncludesService,
    OrderUnitsService,
    OrderTransitions,
    OrderPlacementService,
    OrderReservationsService,
    OrderReturnsService,
    CustomerOrdersService,
    OrderFiguresService,
    PlacedOrdersService,
  ],
})
export class OrdersModule {
  static readonly entities = [
    Order,
    OrderDiscount,
    OrderItem,
    OrderNote,
    OrderNumberSequence,
    OrderStatusChange,
    OrderStock,
  ];

  constructor(objects: StoreObjects, includes: OrderIncludesService, prices: PriceHolders) {
    // Their rates are of the default currency, and so are the sums of statistics and of customers that are made of them.
    prices.register({ noun: 'orders', exists: (tx) => tx.exists(Order) });
    objects.register(Order, {
      object: 'order',
      since: '1.2',
      record: OrderRecord,
      scope: 'orders',
      records: (_, rows) => rows.map(orderRecord),
      listed: { title: 'number' },
      also: [ITEMS.name, DISCOUNTS.name],
      extras: (manager, rows) => includes.ofEvents(manager, rows),
      about: { updated: 'Its fields, its status or its amounts changed, also by an item or a payment.' },
    });
    objects.register(OrderItem, {
      object: 'order_item',
      since: '1.2',
      record: OrderItemRecord,
      scope: 'orders',
      records: (_, rows) => rows.map(orderItemRecord),
    });
  }
}
