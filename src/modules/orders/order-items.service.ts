import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { ValidationFailed } from '../../kernel/errors';
import { IdGenerator } from '../../kernel/ids';
import { type Amount, amountText, MAX_AMOUNT } from '../../kernel/money';
import { Collection } from '../../platform/database/rows/collection';
import { StaleRecord } from '../../platform/database/database.errors';
import { type IfMatch, requireMatch } from '../../platform/database/rows/entity-tag';
import { type ListQuery, type Page } from '../../platform/database/lists/listing';
import { trackChanges } from '../../platform/database/rows/row-changes';
import { Transactions } from '../../platform/database/connection/transactions';
import { ProductsService } from '../catalog/products.service';
import { taxRecord } from '../settings/tax.record';
import { TaxBandsService } from '../settings/tax-bands.service';
import { OrderItem } from './data/order-item.entity';
import { Order } from './data/order.entity';
import { orderItemListing } from './data/order.listing';
import { statedLine } from './domain/order-totals';
import { orderItemRecord, type OrderItemRecord } from './order-item.record';
import { OrdersCollection } from './orders.collection';
import { OrderItemNotFound } from './orders.errors';

/** The fields of an item. For a sku that is in the order already, what is left out stays as it is. */
export interface OrderItemFields {
  readonly sku: string;
  readonly title?: string;
  readonly quantity?: number;
  readonly taxRate?: string;
  /** Id of a tax band. */
  readonly taxBand?: string;
  readonly price?: Amount;
  /** Id of a product; null: none. */
  readonly product?: string | null;
}

const REQUIRED = {
  title: 'title',
  quantity: 'quantity',
  taxRate: 'tax_rate',
  taxBand: 'tax_band',
  price: 'price',
} as const;

/** The lines of orders. Every change keeps the order's count and tax, under the order's lock. */
@Injectable()
export class OrderItemsService {
  private readonly items: Collection<OrderItem, OrderItemRecord>;

  constructor(
    private readonly transactions: Transactions,
    private readonly orders: OrdersCollection,
    private readonly taxBands: TaxBandsService,
    private readonly products: ProductsService,
    ids: IdGenerator,
    clock: Clock,
  ) {
    this.items = new Collection(
      {
        entity: OrderItem,
        listing: orderItemListing,
        records: async (_, rows) => rows.map(orderItemRecord),
        notFound: () => new OrderItemNotFound(),
      },
      ids,
      clock,
    );
  }

  /** @throws OrderNotFound */
  async page(orderId: string, list: ListQuery): Promise<Page<OrderItemRecord>> {
    const { manager } = this.transactions;
    await this.orders.row(manager, orderId);
    return this.items.page(manager, list, { orderId });
  }

  /** @throws OrderItemNotFound */
  get(orderId: string, id: string): Promise<OrderItemRecord> {
    return this.items.get(this.transactions.manager, id, { orderId });
  }

  /**
   * Adds an item, or changes the line that has its sku already (interface.md, rule 2).
   * @param ifMatch tags of the line that has the sku; without such a line every one of them is stale
   * @returns the record, and whether the line is new
   * @throws OrderNotFound, ValidationFailed, StaleRecord
   */
  put(
    orderId: string,
    fields: OrderItemFields,
    ifMatch: IfMatch = undefined,
  ): Promise<{ record: OrderItemRecord; isNew: boolean }> {
    return this.transactions.run(async (tx) => {
      const order = await this.orders.lock(tx, orderId);
      const saveOrder = trackChanges(tx, Order, order);
      const present = await tx.findOneBy(OrderItem, { orderId, sku: fields.sku });
      requireLine(ifMatch, present);
      const saveLine = present === null ? undefined : trackChanges(tx, OrderItem, present);
      const taxBefore = present?.tax ?? 0n;
      const item = present ?? blankItem(order, fields);
      await this.fill(tx, item, order, fields);
      order.tax = requireAmount(order.tax - taxBefore + item.tax);
      const line = present ?? (await this.items.insert(tx, item));
      await saveLine?.();
      if (present === null) order.itemCount += 1;
      await saveOrder();
      return { record: orderItemRecord(line), isNew: present === null };
    });
  }

  /**
   * Removes an item entirely.
   * @param sku when given it must be the item's
   * @throws OrderNotFound, OrderItemNotFound, ValidationFailed, StaleRecord
   */
  async remove(orderId: string, id: string, sku: string | undefined, ifMatch: IfMatch): Promise<void> {
    await this.transactions.run(async (tx) => {
      const order = await this.orders.lock(tx, orderId);
      const saveOrder = trackChanges(tx, Order, order);
      await this.items.remove(
        tx,
        id,
        ifMatch,
        (item) => {
          if (sku !== undefined && sku !== item.sku) throw ValidationFailed.of('sku', "must be the item's sku");
          order.tax -= item.tax;
          order.itemCount -= 1;
        },
        { orderId },
      );
      await saveOrder();
    });
  }

  private async fill(tx: EntityManager, item: OrderItem, order: Order, fields: OrderItemFields): Promise<void> {
    if (fields.title !== undefined) item.title = fields.title;
    if (fields.quantity !== undefined) item.quantity = fields.quantity;
    if (fields.taxRate !== undefined) item.taxRate = fields.taxRate;
    if (fields.price !== undefined) item.price = fields.price;
    if (fields.taxBand !== undefined) await this.taxBand(tx, item, fields.taxBand);
    if (fields.product !== undefined) await this.product(tx, item, fields.product);
    Object.assign(item, statedLine(item.price, item.quantity, item.taxRate, order.currency.data));
  }

  private async taxBand(tx: EntityManager, item: OrderItem, id: string): Promise<void> {
    const band = await this.taxBands.find(tx, id);
    if (band === undefined) throw ValidationFailed.of('tax_band', 'does not exist');
    item.taxBand = { value: band.title, data: taxRecord(band) };
    item.taxBandId = band.id;
  }

  private async product(tx: EntityManager, item: OrderItem, id: string | null): Promise<void> {
    const product = id === null ? null : await this.products.find(tx, id);
    if (product === undefined) throw ValidationFailed.of('product', 'does not exist');
    const [data] = product === null ? [] : await this.products.records(tx, [product]);
    item.product = product && data ? { value: product.title, data } : null;
    item.productId = product?.id ?? null;
  }
}

/** @throws StaleRecord when the line is not in a state that the caller asked for */
function requireLine(ifMatch: IfMatch, present: OrderItem | null): void {
  if (ifMatch === undefined) return;
  if (present === null) throw new StaleRecord();
  requireMatch(ifMatch, orderItemRecord(present));
}

/** Price, quantity and rate may each be fine and still make more than an amount can hold. */
function requireAmount(tax: Amount): Amount {
  if (tax <= MAX_AMOUNT) return tax;
  throw ValidationFailed.of('price', `makes a tax of more than ${amountText(MAX_AMOUNT)}`);
}

/** @throws ValidationFailed naming every field that a new line lacks */
function blankItem(order: Order, fields: OrderItemFields): OrderItem {
  const missing = Object.entries(REQUIRED).filter(([key]) => fields[key as keyof OrderItemFields] === undefined);
  if (missing.length > 0) {
    throw new ValidationFailed(Object.fromEntries(missing.map(([, name]) => [name, [`${name} is required`]])));
  }
  const without = { product: null, productId: null, discount: 0n, discounts: null };
  return Object.assign(new OrderItem(), { orderId: order.id, sku: fields.sku, ...without });
}
