import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { ValidationFailed } from '../../kernel/errors';
import { IdGenerator } from '../../kernel/ids';
import { type Amount, amountText } from '../../kernel/money';
import { searchText } from '../../kernel/search-text';
import { CategoriesService } from '../catalog/categories.service';
import { categoryIn } from '../catalog/product-category';
import { productSnapshot } from '../catalog/product-snapshot';
import { type ProductRecord } from '../catalog/product.record';
import { type Product, ProductsService } from '../catalog/products.service';
import { categoryFact } from '../promotions/category-fact';
import { wholeUnitPrice } from '../settings/converted-price';
import { TaxBandsService } from '../settings/tax-bands.service';
import { taxRecord } from '../settings/tax.record';
import { OrderItem } from './data/order-item.entity';
import { type Order } from './data/order.entity';
import { inDefault } from './domain/in-default';
import { lineTerms, type LineTerms } from './domain/order-terms';
import { type EditedLine, type EditedLines } from './edits/edited-lines';
import { type OrderItemFields } from './edits/order-edit';
import { orderPricing } from './edits/order-pricing';

/** Rules for a change of an order's lines. */
export interface LineRules {
  /** Whether a new line takes from its product what is not sent (orders-that-stay-true.md 5). */
  readonly takesFromProduct: boolean;
  /** Path of the line in the request, for faults: `items.0.`; empty: it is the whole request. */
  readonly at: string;
}

/** Most lines of an order: as many as a cart holds. An edit reads, prices and writes all of them. */
const MOST_LINES = 500;

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
  discount: 0n,
  discounts: null,
} satisfies Partial<OrderItem>;

/** Changes the lines of orders in memory; the caller writes them. */
@Injectable()
export class OrderLinesService {
  constructor(
    private readonly products: ProductsService,
    private readonly categories: CategoriesService,
    private readonly taxBands: TaxBandsService,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  /** Adds, changes or removes one line. @throws ValidationFailed */
  async change(
    tx: EntityManager,
    order: Order,
    lines: EditedLines,
    fields: OrderItemFields,
    rules: LineRules,
  ): Promise<void> {
    const present = lines.find(fields.sku);
    if (fields.quantity === 0) {
      if (present === undefined) throw fault(rules, 'sku', 'is not in the order');
      present.isRemoved = true;
      return;
    }
    const product = await this.productOf(tx, fields, present, rules);
    const sent = present === undefined ? await this.completed(tx, order, fields, product, rules) : fields;
    const line = present ?? this.added(order, lines, sent, product ?? undefined, rules);
    await this.fill(tx, order, line, sent, rules);
    if (product !== undefined) await this.setProduct(tx, line, product);
  }

  /** The product that a line is to have; null: none; undefined: the one it has. */
  private async productOf(
    tx: EntityManager,
    { sku, product: id }: OrderItemFields,
    present: EditedLine | undefined,
    rules: LineRules,
  ): Promise<Product | null | undefined> {
    if (id === null) return null;
    if (id === undefined) {
      return present === undefined && rules.takesFromProduct ? this.products.findBySku(tx, sku) : undefined;
    }
    const product = await this.products.find(tx, id);
    if (product === undefined) throw fault(rules, 'product', 'does not exist');
    return product;
  }

  /** Returns the fields of a new line, completed from its product. @throws ValidationFailed naming the missing ones */
  private async completed(
    tx: EntityManager,
    order: Order,
    fields: OrderItemFields,
    product: Product | null | undefined,
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

  private async fieldsOf(tx: EntityManager, order: Order, product: Product): Promise<Partial<OrderItemFields>> {
    const band = await this.taxBands.find(tx, product.taxBand);
    const price = priceNow(product);
    return {
      title: product.title,
      taxBand: product.taxBand,
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
    const band = await this.taxBands.find(tx, taxBand);
    if (band === undefined) throw fault(rules, 'tax_band', 'does not exist');
    Object.assign(item, { taxBand: { value: band.title, data: taxRecord(band) }, taxBandId: band.id });
  }

  private added(
    order: Order,
    lines: EditedLines,
    { sku, price = 0n }: OrderItemFields,
    product: Product | undefined,
    rules: LineRules,
  ): EditedLine {
    if (lines.kept.length >= MOST_LINES)
      throw fault(rules, 'sku', `is one item too many: an order has at most ${MOST_LINES}`);
    const now = this.clock.now();
    const own = { id: this.ids.next(), version: 1, createdAt: now, updatedAt: now, orderId: order.id, sku, price };
    const item = Object.assign(new OrderItem(), own, NEW_ITEM);
    return lines.add(item, { sku, ...addedPrice(order, price, product) });
  }

  /** Takes the snapshot of a product, and of what rules can ask about it. */
  private async setProduct(tx: EntityManager, line: EditedLine, product: Product | null): Promise<void> {
    const { item, terms } = line;
    const { sku, price, converted } = terms;
    line.terms = { sku, price, ...(converted !== undefined && { converted }) };
    // A line keeps its chosen modifiers as long as it keeps its product.
    const modifiers = item.productId === (product?.id ?? null) ? item.modifiers : null;
    Object.assign(item, { product: null, productId: null, modifiers });
    const [data] = product === null ? [] : await this.products.records(tx, [product]);
    if (product === null || data === undefined) return;
    Object.assign(item, {
      product: { value: product.title, data: productSnapshot(data, modifiers ?? []) },
      productId: product.id,
    });
    line.terms = { ...(await this.factsOf(tx, product, data)), ...line.terms };
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
function addedPrice(order: Order, price: Amount, product: Product | undefined): Pick<LineTerms, 'price' | 'converted'> {
  const own = product && priceNow(product);
  const whole = own === undefined ? null : wholeUnitPrice(own, orderPricing(order));
  if (own === undefined || price !== (whole ?? own)) return sentPrice(order, price);
  return { price: amountText(own), ...(whole !== null && { converted: amountText(whole) }) };
}

function sentPrice({ exchangeRate }: Order, price: Amount): Pick<LineTerms, 'price' | 'converted'> {
  return { price: amountText(inDefault(price, exchangeRate)), converted: amountText(price) };
}

/** As carts count it: the sale price while there is one. */
function priceNow({ price, salePrice }: Product): Amount {
  return salePrice ?? price;
}

function fault({ at }: LineRules, field: string, message: string): ValidationFailed {
  return ValidationFailed.of(`${at}${field}`, message);
}

function defined<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;
}
