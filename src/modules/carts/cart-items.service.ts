import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import { ValidationFailed } from '../../kernel/errors';
import { IdGenerator, isId } from '../../kernel/ids';
import { type Amount } from '../../kernel/money';
import { insertRows } from '../../platform/database/rows/row-reader';
import { type CategorizedProduct } from '../catalog/categorized-products.service';
import { NO_TAX_BAND } from '../settings/tax-band-field';
import { TaxBandsService } from '../settings/tax-bands.service';
import { type CartLineNow, CartLinesService } from './cart-lines.service';
import { CartItemNotFound } from './carts.errors';
import { CartItem } from './data/cart-item.entity';
import { FilledLines, MAX_QUANTITY } from './filled-lines';
import {
  type CustomItem,
  customLine,
  goodsKey,
  type NewCartItem,
  type NewLine,
  type ProductItem,
  productLine,
} from './new-cart-line';

/** Changes of a line; name and price are those of custom items only. */
export interface CartItemChanges {
  /** 0 removes it. */
  readonly quantity?: number;
  readonly name?: string;
  readonly price?: Amount;
}

/** Most lines of a cart. */
const MAX_LINES = 500;
/** Most lines to which a page may fill a cart: anybody can send its requests. */
const MAX_LINES_OF_PAGE = 100;
/** Most items of one request: each is looked up. */
export const MAX_ITEMS = 100;

/** The cart that is written to. */
export interface WrittenCart {
  readonly id: string;
  /** It has no lines yet: none are read. */
  readonly isNew: boolean;
  /** Whether a page writes. */
  readonly isOfPage?: boolean;
}

/** The state of a cart after a write. */
export interface WrittenLines {
  readonly isChanged: boolean;
  /** In the order they were added. */
  readonly lines: readonly CartLineNow[];
}

/** Writes the lines of carts. Each method that takes `tx` runs in the transaction that holds the cart's lock. */
@Injectable()
export class CartItemsService {
  constructor(
    private readonly lines: CartLinesService,
    private readonly taxBands: TaxBandsService,
    private readonly ids: IdGenerator,
  ) {
    taxBands.uses.add('an item of a cart', (tx, taxBandId) => tx.existsBy(CartItem, { taxBandId }));
  }

  /** Returns whether a product, or a custom item with this id, is in a cart. */
  async has(manager: EntityManager, cartId: string, productId: string): Promise<boolean> {
    const own = { cartId, customId: productId, productId: IsNull() };
    return manager.existsBy(CartItem, isId(productId) ? [{ cartId, productId }, own] : own);
  }

  /**
   * Adds items. An item that is in the cart already gets a higher quantity.
   * @param cart a new one has no lines yet
   * @param items at most {@link MAX_ITEMS}
   * @throws ValidationFailed naming what does not exist, is not for sale or does not fit
   */
  async add(tx: EntityManager, cart: WrittenCart, items: readonly NewCartItem[]): Promise<WrittenLines> {
    const present = await this.present(tx, cart);
    const products = await this.productsOf(tx, present, items);
    const most = cart.isOfPage === true ? MAX_LINES_OF_PAGE : MAX_LINES;
    const wanted = await this.linesWith(tx, { present, most }, items, products);
    const kept = present.map((item, i) => ({ ...item, quantity: wanted[i]?.quantity ?? item.quantity }));
    const added = await this.insert(tx, cart, wanted.slice(present.length));
    for (const [i, { cartId, identifier, quantity }] of kept.entries()) {
      if (quantity !== present[i]?.quantity) await tx.update(CartItem, { cartId, identifier }, { quantity });
    }
    return { isChanged: items.length > 0, lines: await this.lines.now(tx, [...kept, ...added], products) };
  }

  /** Makes a cart hold these items and nothing else. @param cart, items and errors as for {@link add} */
  async replace(tx: EntityManager, cart: WrittenCart, items: readonly NewCartItem[]): Promise<WrittenLines> {
    const present = await this.present(tx, cart);
    const products = await this.productsOf(tx, present, items);
    const wanted = await this.linesWith(tx, { present: [], most: MAX_LINES }, items, products);
    const held = new Map(present.map((line) => [goodsKey(line), line.quantity]));
    const isSame = wanted.length === held.size && wanted.every((line) => held.get(goodsKey(line)) === line.quantity);
    if (isSame) return { isChanged: false, lines: await this.lines.now(tx, present, products) };
    if (present.length > 0) await tx.delete(CartItem, { cartId: cart.id });
    const added = await this.insert(tx, cart, wanted);
    return { isChanged: true, lines: await this.lines.now(tx, added, products) };
  }

  /** @param named identifier, or the id of a product that one line alone has @throws ValidationFailed, CartItemNotFound */
  async change(tx: EntityManager, cart: WrittenCart, named: string, changes: CartItemChanges): Promise<WrittenLines> {
    const present = await this.present(tx, cart);
    const item = itemIn(present, named);
    const { quantity = item.quantity, name: title = item.title, price = item.price } = changes;
    const key = { cartId: cart.id, identifier: item.identifier };
    if (quantity === 0) {
      await tx.delete(CartItem, key);
      const rest = present.filter((other) => other !== item);
      return { isChanged: true, lines: await this.lines.now(tx, rest) };
    }
    if (quantity > MAX_QUANTITY) throw ValidationFailed.of('quantity', `must be at most ${MAX_QUANTITY}`);
    requireOwnFields(item, changes);
    const isChanged = quantity !== item.quantity || title !== item.title || price !== item.price;
    if (isChanged) await tx.update(CartItem, key, { quantity, title, price });
    const left = present.map((other) => (other === item ? { ...item, quantity, title, price } : other));
    return { isChanged, lines: await this.lines.now(tx, left) };
  }

  private async present(tx: EntityManager, { id, isNew }: WrittenCart): Promise<CartItem[]> {
    return isNew ? [] : this.lines.items(tx, [id]);
  }

  /** The products of a cart, and of items to add to it. */
  private productsOf(
    tx: EntityManager,
    present: readonly CartItem[],
    items: readonly NewCartItem[],
  ): Promise<Products> {
    const ids = items.flatMap((item) => ('id' in item && isId(item.id) ? item.id : []));
    const skus = items.flatMap((item) => ('productSku' in item ? item.productSku : []));
    return this.lines.productsOf(tx, present, ids, skus);
  }

  /** The lines of a cart with those of new items after them. @throws ValidationFailed as {@link add} */
  private async linesWith(
    tx: EntityManager,
    { present, most }: { readonly present: readonly NewLine[]; readonly most: number },
    items: readonly NewCartItem[],
    products: Products,
  ): Promise<readonly NewLine[]> {
    const bySku = new Map([...products.values()].map((product) => [product.row.sku, product]));
    const lines = new FilledLines(present, most);
    const bands = new Map<string | null, string>();
    for (const item of items) {
      const line = await this.lineOf(tx, item, bands, (one) =>
        'id' in one ? products.get(one.id) : bySku.get(one.productSku),
      );
      lines.add(line, item);
    }
    return lines.all;
  }

  private lineOf(
    tx: EntityManager,
    item: NewCartItem,
    bands: Bands,
    productOf: (item: ProductItem) => CategorizedProduct | undefined,
  ): Promise<NewLine> | NewLine {
    if ('name' in item) return this.customLine(tx, item, bands);
    const product = productOf(item);
    const { custom, path, further } = item;
    if (product === undefined && custom !== undefined) return this.customLine(tx, { ...custom, path, further }, bands);
    return productLine(item, product);
  }

  private async insert(tx: EntityManager, { id: cartId }: WrittenCart, lines: readonly NewLine[]): Promise<CartItem[]> {
    const rows = lines.map((line) => ({ ...line, cartId, addedAs: this.ids.next() }));
    await insertRows(tx, CartItem, rows);
    return rows;
  }

  private async customLine(
    tx: EntityManager,
    item: CustomItem & Pick<NewCartItem, 'path' | 'further'>,
    bands: Bands,
  ): Promise<NewLine> {
    const { taxBand, path } = item;
    const band = bands.get(taxBand) ?? (await this.taxBands.require(tx, taxBand, `${path}tax_band`));
    bands.set(taxBand, band);
    return customLine(item, band === NO_TAX_BAND ? null : band);
  }
}

/** Ids of tax bands that are locked, by what was sent: items of one request that name the same band lock it once. */
type Bands = Map<string | null, string>;

/** By id. */
type Products = ReadonlyMap<string, CategorizedProduct>;

/** A line by its identifier, or else the only one of a product or with an id of its own (storefront.md 6). @throws CartItemNotFound */
function itemIn(items: readonly CartItem[], named: string): CartItem {
  const own = items.find(({ identifier }) => identifier === named);
  if (own !== undefined) return own;
  const [only, ...others] = items.filter(({ productId, customId }) => (productId ?? customId) === named);
  if (only === undefined || others.length > 0) throw new CartItemNotFound();
  return only;
}

/** @throws ValidationFailed naming the first: the name and the price of a product are its own */
function requireOwnFields({ productId }: CartItem, changes: CartItemChanges): void {
  for (const field of ['name', 'price'] as const) {
    if (productId !== null && changes[field] !== undefined) {
      throw ValidationFailed.of(field, 'can be changed of a custom item only');
    }
  }
}
