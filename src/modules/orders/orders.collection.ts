import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Clock } from '../../kernel/clock';
import { IdGenerator } from '../../kernel/ids';
import { type EntityManager } from 'typeorm';
import { CONFIG, type Config } from '../../platform/config/config';
import { Collection, type NewRow } from '../../platform/database/lists/collection';
import { CountBuckets } from '../../platform/database/lists/count-buckets';
import { type Selection } from '../../platform/database/lists/bucket-reader';
import { conditionsOf, type Listing } from '../../platform/database/lists/listing';
import { matching } from '../../platform/database/lists/page-reader';
import { type CountedList } from '../../platform/database/lists/counted-list';
import { Transactions } from '../../platform/database/connection/transactions';
import { insertRows } from '../../platform/database/rows/row-reader';
import { fieldsOf } from '../../platform/resources/resource';
import { OrderFields } from './data/order-fields.entity';
import { NEW_ORDER, NO_REFERENCES, Order } from './data/order.entity';
import { OrderDiscount } from './data/order-discount.entity';
import { PROMOTION_INDEX, waitingOrders } from './data/order.filters';
import { orderListingOf } from './data/order.listing';
import { shippingValue, valuesToShip, type WaitingStatus } from './domain/to-ship';
import { OrderNumbersService } from './order-numbers.service';
import { orderRecord, type OrderRecord } from './order.record';
import { OrderNotFound } from './orders.errors';

/** Filters that find many orders by a value: their totals are not counted each time (ADR 17). A change of the fields needs a migration. */
const COUNTED: CountedList<Order> = {
  entity: Order,
  listed: 'orders',
  fields: {
    status: 'status',
    gateway: 'gatewaySlug',
    currency: 'currencyId',
    currency_code: 'currencyCode',
    to_ship: { of: ['status', 'wasDispatched', 'nothingToShip', 'paymentDue'], value: shippingValue },
    payment_due: { of: ['paymentDue'], value: ({ paymentDue }) => (paymentDue === true ? '1' : '0') },
  },
  references: { promotion: PROMOTION_INDEX },
};

/** Properties to read of the discounts of an order: their key, and the promotion. */
const KEY_AND_PROMOTION = { orderId: true, position: true, promotionId: true } as const;

/** The orders of the store; their list grows without end, so its totals and pages come from buckets. */
@Injectable()
export class OrdersCollection extends Collection<Order, OrderRecord> implements OnModuleDestroy {
  private readonly buckets: CountBuckets<Order>;
  private readonly listing: Listing<Order>;

  constructor(
    transactions: Transactions,
    ids: IdGenerator,
    clock: Clock,
    private readonly numbers: OrderNumbersService,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    const buckets = new CountBuckets(COUNTED, transactions, clock);
    const listing = orderListingOf(config.store.shipsDue);
    super(
      {
        entity: Order,
        listing,
        records: async (_, rows) => rows.map(orderRecord),
        notFound: () => new OrderNotFound(),
        buckets,
      },
      ids,
      clock,
    );
    this.buckets = buckets;
    this.listing = listing;
  }

  /** Adds an order with its number. */
  override async insert(tx: EntityManager, values: NewRow<Order>, id?: string): Promise<Order> {
    return super.insert(tx, Object.assign(values, { number: await this.numbers.draw(tx) }), id);
  }

  /** Writes the discounts of an order that the transaction adds. @param discounts of this order */
  async addDiscounts(tx: EntityManager, orderId: string, discounts: readonly OrderDiscount[]): Promise<void> {
    await insertRows(tx, OrderDiscount, discounts);
    this.buckets.refer(tx, orderId, 'promotion', { was: [], is: promotionsOf(discounts) });
  }

  /** Replaces the discounts of an order whose lock the transaction holds. @param discounts of this order; left out: none */
  async replaceDiscounts(tx: EntityManager, orderId: string, discounts: readonly OrderDiscount[] = []): Promise<void> {
    const before = await tx.find(OrderDiscount, { select: KEY_AND_PROMOTION, where: { orderId } });
    await tx.delete(OrderDiscount, { orderId });
    await insertRows(tx, OrderDiscount, discounts);
    this.buckets.refer(tx, orderId, 'promotion', { was: promotionsOf(before), is: promotionsOf(discounts) });
  }

  /**
   * The number of orders that each of these lists finds, at one moment.
   * @param waiting statuses of which the orders are counted that wait to be shipped @param filters one value of a counted field each
   */
  totals(
    manager: EntityManager,
    waiting: readonly WaitingStatus[],
    filters: readonly Readonly<Record<string, string>>[],
  ): Promise<number[]> {
    const { shipsDue } = this.config.store;
    const toShip = waiting.map((status) => ({
      query: matching(manager, Order, [waitingOrders(shipsDue, [status])]),
      rows: { field: 'to_ship', values: valuesToShip(shipsDue, [status]) },
    }));
    return this.buckets.totals(manager, [...toShip, ...filters.map((each) => this.selection(manager, each))]);
  }

  private selection(manager: EntityManager, filters: Readonly<Record<string, string>>): Selection<Order> {
    const rows = this.buckets.covered(this.listing, { filters });
    const conditions = conditionsOf(this.listing, filters);
    if (rows === undefined || conditions === undefined) throw new TypeError(`not counted: ${JSON.stringify(filters)}`);
    return { query: matching(manager, Order, conditions), rows };
  }

  /** A new order without references and amounts: its prices include tax where those of the store do. */
  draft(): Order {
    const { pricesIncludeTax } = this.config.store;
    const values = { ...fieldsOf(OrderFields), ...NO_REFERENCES, ...NEW_ORDER, pricesIncludeTax };
    return Object.assign(new Order(), values);
  }

  async onModuleDestroy(): Promise<void> {
    await this.buckets.stop();
  }
}

function promotionsOf(discounts: readonly Pick<OrderDiscount, 'promotionId'>[]): string[] {
  return discounts.map(({ promotionId }) => promotionId);
}
