import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { IdGenerator } from '../../kernel/ids';
import { type Amount } from '../../kernel/money';
import { searchText } from '../../kernel/search-text';
import { insertStoreObjects, readBy } from '../../platform/database/rows/row-reader';
import { type Sent } from '../../platform/resources/resource';
import { type Address } from '../customers/address.record';
import { type Customer } from '../customers/customer.resource';
import { OrderItem } from './data/order-item.entity';
import { type OrderAmounts } from './item-money';
import { type BuyerFields } from './data/order-fields.entity';
import { type Order, type Snapshot } from './data/order.entity';
import { orderTerms, type PlacedPricing } from './domain/order-terms';
import { OrderIncludesService } from './order-includes.service';
import { OrderReferences, type OrderReferenceFields } from './order-references';
import { orderRecord, type OrderRecord } from './order.record';
import { OrdersCollection } from './orders.collection';
import { discountRows, type PlacedDiscount } from './placed-discounts';

export type { PlacedPricing, Snapshot };

/** A line of an order that is placed, priced already. Amounts are in the order's currency. */
export interface PlacedLine {
  readonly sku: string;
  readonly title: string;
  readonly quantity: number;
  /** Price of one unit, before discounts; with tax if prices include it. */
  readonly price: Amount;
  /** Percent as canonical decimal text. */
  readonly taxRate: string;
  /** Its share of all promotions, of which {@link discounts} has each. */
  readonly discount: Amount;
  readonly discounts: OrderItem['discounts'];
  /** Price of the line, after discounts and without tax. */
  readonly net: Amount;
  /** On `net`. */
  readonly tax: Amount;
  readonly total: Amount;
  readonly taxBandId: string | null;
  readonly taxBand: Snapshot | null;
  readonly productId: string | null;
  readonly product: Snapshot | null;
  readonly modifiers: OrderItem['modifiers'];
  /** Its further fields. */
  readonly metadata: OrderItem['metadata'];
}

/** An order worked out by a checkout. */
export interface PlacedOrder extends Sent<BuyerFields>, Pick<OrderReferenceFields, 'gateway' | 'shipping'> {
  readonly customer: Customer | null;
  /** Drawn in advance, because uses of promotions name it before the order is written. */
  readonly id: string;
  /** False: it has its customer's record, and is not among the orders that they can read. */
  readonly isCustomersOwn: boolean;
  readonly currencyId: string;
  readonly exchangeRate: string;
  readonly billTo: OrderReferenceFields['billTo'];
  readonly shipTo: OrderReferenceFields['shipTo'];
  /** The addresses that these name by id. */
  readonly addresses: readonly Address[];
  /** Sum of the lines after discounts, before shipping and tax. */
  readonly subtotal: Amount;
  /** After shipping discounts. */
  readonly shippingPrice: Amount;
  /** Tax of the lines and of shipping. */
  readonly tax: Amount;
  readonly total: Amount;
  /** Id of the order that this one takes the place of. */
  readonly supersedes: string | null;
  /** The inputs of its price. */
  readonly pricing: PlacedPricing;
  /** One line a sku. */
  readonly lines: readonly PlacedLine[];
  /** In the order they were applied. */
  readonly discounts: readonly PlacedDiscount[];
}

/** Writes the orders of checkouts. */
@Injectable()
export class OrderPlacementService {
  constructor(
    private readonly orders: OrdersCollection,
    private readonly references: OrderReferences,
    private readonly includes: OrderIncludesService,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  /**
   * Writes an unpaid order with its items and its frozen discounts (carts.md 5, 7). One with nothing to pay is paid
   * (orders-and-payments.md 15).
   * @throws ValidationFailed naming what it refers to and does not exist
   */
  async place(tx: EntityManager, { id, lines, discounts, pricing, ...placed }: PlacedOrder): Promise<OrderRecord> {
    const { currencyId, customer, gateway, shipping, billTo, shipTo, addresses, isCustomersOwn, ...values } = placed;
    const status = placed.total === 0n ? 'paid' : 'unpaid';
    const own = { status, origin: 'checkout', itemCount: lines.length, terms: orderTerms(pricing) } as const;
    const draft = Object.assign(this.orders.draft(), values, own);
    draft.pricesIncludeTax = pricing.cart.pricesIncludeTax ?? draft.pricesIncludeTax;
    const references = { currencyId, customer, gateway, shipping, billTo, shipTo };
    await this.references.fill(tx, draft, references, { customer, addresses });
    if (!isCustomersOwn) draft.customerId = null;
    const order = await this.orders.insert(tx, draft, id);
    const items = await this.insertItems(tx, id, lines);
    const given = discountRows(id, discounts);
    await this.orders.addDiscounts(tx, id, given);
    this.includes.remember(order, items, given);
    return orderRecord(order);
  }

  /** Resolves whether these are the amounts of an order, in all and of each sku. */
  async costsSame(
    tx: EntityManager,
    order: Order,
    { lines, ...amounts }: OrderAmounts & { readonly lines: readonly PlacedLine[] },
  ): Promise<boolean> {
    const isSame = (Object.keys(amounts) as (keyof OrderAmounts)[]).every((key) => amounts[key] === order[key]);
    if (!isSame) return false;
    const items = new Map((await readBy(tx, OrderItem, 'orderId', [order.id])).map((item) => [item.sku, item]));
    return items.size === lines.length && lines.every((line) => costsSame(line, items.get(line.sku)));
  }

  private async insertItems(tx: EntityManager, orderId: string, lines: readonly PlacedLine[]): Promise<OrderItem[]> {
    const now = this.clock.now();
    const items = lines.map((line) =>
      Object.assign(new OrderItem(), line, {
        orderId,
        toShip: null,
        titleKey: searchText(line.title),
        id: this.ids.next(),
        version: 1,
        createdAt: now,
        updatedAt: now,
      }),
    );
    await insertStoreObjects(tx, OrderItem, items);
    return items;
  }
}

const LINE_AMOUNTS = ['quantity', 'price', 'discount', 'net', 'tax', 'total'] as const;

function costsSame(line: PlacedLine, item: OrderItem | undefined): boolean {
  if (item === undefined || JSON.stringify(item.metadata) !== JSON.stringify(line.metadata)) return false;
  return LINE_AMOUNTS.every((key) => item[key] === line[key]);
}
