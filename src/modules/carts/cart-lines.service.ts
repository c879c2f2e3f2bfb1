import { Inject, Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type Amount } from '../../kernel/money';
import { grouped } from '../../kernel/grouped';
import { CONFIG, type Config } from '../../platform/config/config';
import { readBy } from '../../platform/database/rows/row-reader';
import { type CategorizedProduct, CategorizedProductsService } from '../catalog/categorized-products.service';
import {
  type ChosenModifier,
  chosenPrice,
  chosenSku,
  chosenTitle,
  type ReadChoices,
  readChoices,
} from '../catalog/chosen-modifiers';
import { isCounted } from '../catalog/choices';
import { chargedPrice, isForSale } from '../catalog/product-sale';
import { type Product } from '../catalog/products.service';
import { type TaxBand } from '../settings/tax-band.resource';
import { TaxBandsService } from '../settings/tax-bands.service';
import { type HeldUnits } from '../orders/order-reservations.service';
import { CartItem } from './data/cart-item.entity';

/** The item of a line. */
export interface CartGoods {
  readonly sku: string;
  readonly title: string;
  readonly slug: string | null;
  /**
   * Price of one unit, in the default currency. A sale price that is charged replaces the price while it is set, also for rules.
   * A product that was removed costs nothing.
   */
  readonly price: Amount;
  readonly salePrice: Amount | null;
  /** Weight of one unit, decimal text. */
  readonly weight: string;
  readonly requiresShipping: boolean;
}

/** A line with the current state of its product. */
export interface CartLineNow extends CartGoods {
  readonly item: CartItem;
  /** Undefined for a custom item, and when the product is gone. */
  readonly product: CategorizedProduct | undefined;
  readonly taxBand: TaxBand | undefined;
  /** The chosen modifiers of the product. */
  readonly chosen: readonly ChosenModifier[];
  /**
   * True when it can be bought: a custom item always, a product while it is for sale and has the chosen variations
   * (carts.md 9).
   */
  readonly isAvailable: boolean;
  /** Units of the product in stock; null: there is no product. */
  readonly stockLevel: number | null;
  /** True when the cart holds more of the product than is in stock (orders-and-payments.md 23). It is priced all the same. */
  readonly isShort: boolean;
}

/** Reads the lines of carts with the products and tax bands of now (carts.md 3). */
@Injectable()
export class CartLinesService {
  constructor(
    private readonly products: CategorizedProductsService,
    private readonly taxBands: TaxBandsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * The lines of carts by cart id, each in the order they were added. A cart without lines is left out.
   * @param before called with the number of lines before their products are read
   */
  async of(
    manager: EntityManager,
    cartIds: readonly string[],
    before: (lines: number) => Promise<void>,
  ): Promise<ReadonlyMap<string, readonly CartLineNow[]>> {
    if (cartIds.length === 0) return new Map();
    const items = await this.items(manager, cartIds);
    await before(items.length);
    const lines = await this.now(manager, items);
    return grouped(lines, ({ item }) => item.cartId);
  }

  /** The items of carts, in the order they were added. */
  items(manager: EntityManager, cartIds: readonly string[]): Promise<CartItem[]> {
    return readBy(manager, CartItem, 'cartId', cartIds, { order: 'addedAs' });
  }

  /** The lines of items, in their order. @param read their products, if they have been read already */
  async now(
    manager: EntityManager,
    items: readonly CartItem[],
    read?: ReadonlyMap<string, CategorizedProduct>,
  ): Promise<CartLineNow[]> {
    const products = read ?? (await this.productsOf(manager, items));
    const bandIds = items.map((item) => taxBandOf(item, products.get(item.productId ?? '')) ?? null);
    const bands = await this.taxBands.findAll(manager, bandIds);
    return items.map((item, at) =>
      lineNow(item, products.get(item.productId ?? ''), {
        taxBand: bands.get(bandIds[at] ?? ''),
        store: this.config.store,
      }),
    );
  }

  /** The products of items, and others, by id. @param ids of the others @param skus of the others */
  productsOf(
    manager: EntityManager,
    items: readonly CartItem[],
    ids: readonly string[] = [],
    skus: readonly string[] = [],
  ): Promise<ReadonlyMap<string, CategorizedProduct>> {
    return this.products.findMany(manager, [...items.flatMap(({ productId }) => productId ?? []), ...ids], skus);
  }
}

/** The goods of a product with its choices; with the title at the time of adding if the choices no longer exist. */
function goodsOfProduct(product: Product, item: CartItem, read: ReadChoices, store: Config['store']): CartGoods {
  const { slug, salePrice, weight } = product;
  const own = { slug, salePrice, weight, requiresShipping: product.requiresShipping === '1' };
  const price = chargedPrice(product, store);
  if (!read.isValid) return { ...own, sku: item.sku, title: item.title, price };
  return {
    ...own,
    sku: chosenSku(product.sku, read.chosen, item.identifier, item.metadata),
    title: chosenTitle(product.title, read.chosen),
    price: chosenPrice(price, read.chosen),
  };
}

/** Returns the goods of a custom item or of a product that was removed. */
function goodsOfItem({ sku, title, price, weight }: CartItem): CartGoods {
  const unknown = { slug: null, salePrice: null, requiresShipping: false };
  return { ...unknown, sku, title, price: price ?? 0n, weight: weight ?? '0' };
}

function taxBandOf({ productId, taxBandId }: CartItem, product: CartLineNow['product']): string | null | undefined {
  return productId === null ? taxBandId : product?.row.taxBand;
}

interface LineTerms {
  readonly taxBand: TaxBand | undefined;
  readonly store: Config['store'];
}

function lineNow(item: CartItem, product: CartLineNow['product'], { taxBand, store }: LineTerms): CartLineNow {
  const read = readChoices(product?.record.modifiers ?? {}, item.modifiers ?? {});
  const chosen = read.isValid ? read.chosen : [];
  const goods = product === undefined ? goodsOfItem(item) : goodsOfProduct(product.row, item, read, store);
  const isAvailable = item.productId === null || (product !== undefined && isForSale(product.row) && read.isValid);
  const line = { ...goods, item, product, taxBand, chosen, isAvailable, stockLevel: stockLevelOf(product) };
  return { ...line, isShort: isShort(line, NOTHING_BACK) };
}

function stockLevelOf(product: CartLineNow['product']): number | null {
  return product?.record.stock_level ?? null;
}

const NOTHING_BACK: HeldUnits = new Map();

/** A line as if these units were in stock too: those that the buyer's own unpaid order holds (orders-and-payments.md 38). */
export function withUnitsBack(line: CartLineNow, units: HeldUnits): CartLineNow {
  if (line.product === undefined || units.size === 0) return line;
  const stockLevel = (line.stockLevel ?? 0) + (units.get(line.product.row.id) ?? 0);
  return { ...line, stockLevel, isShort: isShort({ ...line, stockLevel }, units) };
}

/** @param units of variations that count as in stock */
function isShort({ item, product, chosen, stockLevel }: Omit<CartLineNow, 'isShort'>, units: HeldUnits): boolean {
  if (product === undefined) return false;
  const own = chosen.flatMap(({ variation, stockLevel: level }) =>
    level === null ? [] : level + (units.get(variation ?? '') ?? 0),
  );
  const isLimited = isCounted(product.row.stockStatus);
  const levels = own.length > 0 ? own : isLimited ? [stockLevel ?? 0] : [];
  return levels.some((level) => level < item.quantity);
}
