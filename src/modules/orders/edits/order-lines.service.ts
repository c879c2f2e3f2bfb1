import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../../kernel/clock';
import { ValidationFailed } from '../../../kernel/errors';
import { IdGenerator } from '../../../kernel/ids';
import { type Amount, amountText } from '../../../kernel/money';
import { searchText } from '../../../kernel/search-text';
import { requireMatch } from '../../../platform/database/rows/entity-tag';
import { CategoriesService } from '../../catalog/categories.service';
import { chosenPrice, chosenTitle } from '../../catalog/chosen-modifiers';
import { categoryIn } from '../../catalog/product-category';
import { productSnapshot } from '../../catalog/product-snapshot';
import { type ProductRecord } from '../../catalog/product.resource';
import { type Product } from '../../catalog/products.service';
import { categoryFact } from '../../promotions/category-fact';
import { wholeUnitPrice } from '../../settings/converted-price';
import { NO_TAX_BAND } from '../../settings/tax-band-field';
import { TaxBandsService } from '../../settings/tax-bands.service';
import { taxRecord } from '../../settings/tax-band.resource';
import { OrderItem } from '../data/order-item.entity';
import { type Order } from '../data/order.entity';
import { inDefault } from '../domain/in-default';
import { lineTerms, type LineTerms } from '../domain/order-terms';
import { type EditedLine, type EditedLines } from './edited-lines';
import { type ChosenProduct, lineFault, type LineRules, NamedLinesService } from './named-lines.service';
import { type OrderItemFields } from './order-edit';
import { requireEditedPrice } from './edited-price';
import { orderPricing } from './order-pricing';
import { orderItemRecord } from '../order-item.record';

/** Most lines of an order: as many as a cart holds. An edit reads, prices and writes all of them. */
const MAX_LINES = 500;

const REQUIRED = {
  title: 'title',
  quantity: 'quantity',
  taxRate: 'tax_rate',
  taxBand: 'tax_band',
  price: 'price',
} as const;

const NEW_ITEM = {
  product: null,
  productId: null,
  modifiers: null,
  metadata: null,
  discount: 0n,
  discounts: null,
  toShip: null,
} satisfies Partial<OrderItem>;

/** Changes the lines of orders in memory; the caller writes them. */
@Injectable()
export class OrderLinesService {
  constructor(
    private readonly named: NamedLinesService,
    private readonly categories: CategoriesService,
    private readonly taxBands: TaxBandsService,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  /** Adds, changes or removes one line. @returns it @throws ValidationFailed, StaleRecord */
  async change(
    tx: EntityManager,
    order: Order,
    lines: EditedLines,
    fields: OrderItemFields,
    rules: LineRules,
  ): Promise<EditedLine> {
    const { present, sku, product } = await this.named.find(tx, lines, fields, rules);
    requireMatch(fields.ifMatch, present && orderItemRecord(present.item));
    if (fields.quantity === 0) {
      if (present === undefined) throw lineFault(rules, 'sku', 'is not in the order');
      present.isRemoved = true;
      return present;
    }
    if (fields.price !== undefined && fields.price !== present?.item.price)
      requireEditedPrice(order, `${rules.at}price`, fields.price);
    const own = { ...fields, sku };
    const sent = present === undefined ? await this.completed(tx, order, own, product, rules) : own;
    const line = present ?? this.added(order, lines, sent, product, rules);
    await this.fill(tx, order, line, sent, rules);
    if (product !== undefined) await this.setProduct(tx, line, product);
    return line;
  }

  /** Returns the fields of a new line, completed from its product. @throws ValidationFailed naming the missing ones */
  private async completed(
    tx: EntityManager,
    order: Order,
    fields: OrderItemFields,
    product: ChosenProduct | null | undefined,
    { takesFromProduct, at }: LineRules,
  ): Promise<OrderItemFields> {
    const own = product && takesFromProduct ? await this.fieldsOf(tx, order, product) : {};
    const sent: OrderItemFields = { ...own, ...defined(fields), sku: fields.sku };
    const missing = Object.entries(REQUIRED).filter(([key]) => sent[key as keyof OrderItemFields] === undefined);
    if (missing.length === 0) return sent;
    // An edit has no fields for the others: without a product such a line cannot be added by it.
    if (at !== '') throw ValidationFailed.of(`${at}sku`, 'is neither in the order nor that of a product');
    throw new ValidationFailed(Object.fromEntries(missing.map(([, name]) => [name, [`${name} is required`]])));
  }

  private async fieldsOf(tx: EntityManager, order: Order, product: ChosenProduct): Promise<Partial<OrderItemFields>> {
    const { row, chosen } = product;
    const band = await this.taxBands.find(tx, row.taxBand);
    const price = priceNow(product);
    return {
      title: chosenTitle(row.title, chosen),
      taxBand: row.taxBand,
      taxRate: band?.rate ?? '0',
      price: wholeUnitPrice(price, orderPricing(order)) ?? price,
    };
  }

  private async fill(
    tx: EntityManager,
    order: Order,
    line: EditedLine,
    { title, quantity, taxRate, taxBand, price }: OrderItemFields,
    rules: LineRules,
  ): Promise<void> {
    const { item } = line;
    // The key is not read with the item: it is written with another title only.
    if (title !== undefined && title !== item.title) Object.assign(item, { title, titleKey: searchText(title) });
    Object.assign(item, defined({ quantity, taxRate }));
    if (price !== undefined && price !== item.price) {
      item.price = price;
      line.terms = { ...line.terms, ...sentPrice(order, price) };
    }
    if (taxBand === undefined) return;
    if (taxBand === NO_TAX_BAND) {
      Object.assign(item, { taxBand: null, taxBandId: null });
      return;
    }
    const band = await this.taxBands.find(tx, taxBand);
    if (band === undefined) throw lineFault(rules, 'tax_band', 'does not exist');
    Object.assign(item, { taxBand: { value: band.title, data: taxRecord(band) }, taxBandId: band.id });
  }

  private added(
    order: Order,
    lines: EditedLines,
    { sku, price = 0n }: OrderItemFields,
    product: ChosenProduct | null | undefined,
    rules: LineRules,
  ): EditedLine {
    if (lines.kept.length >= MAX_LINES)
      throw lineFault(rules, 'sku', `is one item too many: an order has at most ${MAX_LINES}`);
    const now = this.clock.now();
    const own = { id: this.ids.next(), version: 1, createdAt: now, updatedAt: now, orderId: order.id, sku, price };
    const item = Object.assign(new OrderItem(), own, NEW_ITEM);
    return lines.add(item, { sku, ...addedPrice(order, price, product) });
  }

  /** Takes the snapshot of a product, and of what rules can ask about it. */
  private async setProduct(tx: EntityManager, line: EditedLine, product: ChosenProduct | null): Promise<void> {
    const { sku, price, converted } = line.terms;
    line.terms = { sku, price, ...(converted !== undefined && { converted }) };
    Object.assign(line.item, { product: null, productId: null, modifiers: null });
    if (product === null) return;
    const { row, record, chosen } = product;
    Object.assign(line.item, {
      product: { value: row.title, data: productSnapshot(record, chosen) },
      productId: row.id,
      modifiers: chosen.length === 0 ? null : chosen,
    });
    line.terms = { ...(await this.factsOf(tx, row, record)), ...line.terms };
  }

  /** Returns the facts of a line that rules can compare, other than its price. */
  private async factsOf(tx: EntityManager, product: Product, { brand, category }: ProductRecord): Promise<LineTerms> {
    const { sku, price, salePrice, slug, weight } = product;
    const own = categoryIn(category);
    const paths = own && (await this.categories.paths(tx, [own.id]));
    const path = own && (paths?.get(own.id) ?? [own]);
    const facts = { sku, productSku: sku, price, quantity: 1, salePrice, slug, weight, brand: brand?.data };
    return lineTerms({ ...facts, category: path && categoryFact(path) });
  }
}

/** The price of a new line: the product's own is kept as it is in the default currency, one that was sent is converted back. */
function addedPrice(
  order: Order,
  price: Amount,
  product: ChosenProduct | null | undefined,
): Pick<LineTerms, 'price' | 'converted'> {
  const own = product ? priceNow(product) : undefined;
  const whole = own === undefined ? null : wholeUnitPrice(own, orderPricing(order));
  if (own === undefined || price !== (whole ?? own)) return sentPrice(order, price);
  return { price: amountText(own), ...(whole !== null && { converted: amountText(whole) }) };
}

function sentPrice({ exchangeRate }: Order, price: Amount): Pick<LineTerms, 'price' | 'converted'> {
  return { price: amountText(inDefault(price, exchangeRate)), converted: amountText(price) };
}

/** As carts count it, with what is chosen. */
function priceNow({ price, chosen }: ChosenProduct): Amount {
  return chosenPrice(price, chosen);
}

function defined<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;
}
