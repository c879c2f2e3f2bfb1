import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { ValidationFailed } from '../../kernel/errors';
import { IdGenerator, isId } from '../../kernel/ids';
import { type Amount } from '../../kernel/money';
import { insertRows, readBy } from '../../platform/database/rows/row-reader';
import {
  type ChosenModifier,
  chosenSku,
  chosenTitle,
  type ModifierChoices,
  readChoices,
} from '../catalog/chosen-modifiers';
import { isForSale } from '../catalog/product-sale';
import { type Product, ProductsService } from '../catalog/products.service';
import { TaxBandsService } from '../settings/tax-bands.service';
import { CartItemNotFound } from './carts.errors';
import { CartItem } from './data/cart-item.entity';
import { customIdentifier, productIdentifier } from './domain/item-identifier';

/** A custom item: its price is in the default currency. */
export interface CustomItem {
  readonly name: string;
  readonly price: Amount;
  /** Null: its identifier. */
  readonly sku: string | null;
  /** Id; null: not taxed. */
  readonly taxBand: string | null;
  /** Canonical decimal text. */
  readonly weight: string;
}

/** An item to put into a cart: a product by its id or its sku, or a custom item. */
export type NewCartItem = {
  readonly quantity: number;
  /** Before the names of its fields in errors: empty, or `items.3.`. */
  readonly path: string;
} & (ProductItem | CustomItem);

/** A product by its id, or else by its sku, to the letter, with what is chosen of its modifiers. */
type ProductItem = ({ readonly id: string } | { readonly productSku: string }) & { readonly choices: ModifierChoices };

/** Changes of a line; name and price are those of custom items only. */
export interface CartItemChanges {
  /** 0 removes it. */
  readonly quantity?: number;
  readonly name?: string;
  readonly price?: Amount;
}

/** Most units of a line, and lines of a cart. */
export const MAX_QUANTITY = 1_000_000;
const MAX_LINES = 500;
/** Most items of one request: each is looked up. */
export const MAX_ITEMS = 100;

/**
 * The lines of carts. Each method runs in the transaction that holds the cart's lock and returns whether it changed
 * anything.
 */
@Injectable()
export class CartItemsService {
  constructor(
    private readonly products: ProductsService,
    private readonly taxBands: TaxBandsService,
    private readonly ids: IdGenerator,
  ) {
    taxBands.uses.add('an item of a cart', (tx, taxBandId) => tx.existsBy(CartItem, { taxBandId }));
  }

  /** Returns whether a product is in a cart. */
  async has(manager: EntityManager, cartId: string, productId: string): Promise<boolean> {
    return isId(productId) && (await manager.existsBy(CartItem, { cartId, productId }));
  }

  /**
   * Adds items. An item that is in the cart already gets a higher quantity.
   * @param items at most {@link MAX_ITEMS}
   * @throws ValidationFailed naming what does not exist, is not for sale or does not fit
   */
  async add(tx: EntityManager, cartId: string, items: readonly NewCartItem[]): Promise<boolean> {
    const present = await readBy(tx, CartItem, 'cartId', [cartId]);
    const lines = await this.linesWith(tx, present, items);
    await this.insert(tx, cartId, lines.slice(present.length));
    for (const [i, { identifier, quantity }] of present.entries()) {
      const wanted = lines[i]?.quantity ?? quantity;
      if (wanted !== quantity) await tx.update(CartItem, { cartId, identifier }, { quantity: wanted });
    }
    return items.length > 0;
  }

  /** Makes a cart hold these items and nothing else. @param items and errors as for {@link add} */
  async replace(tx: EntityManager, cartId: string, items: readonly NewCartItem[]): Promise<boolean> {
    const present = await readBy(tx, CartItem, 'cartId', [cartId]);
    const lines = await this.linesWith(tx, [], items);
    const held = new Map(present.map((line) => [goodsKey(line), line.quantity]));
    const isSame = lines.length === held.size && lines.every((line) => held.get(goodsKey(line)) === line.quantity);
    if (isSame) return false;
    await tx.delete(CartItem, { cartId });
    await this.insert(tx, cartId, lines);
    return true;
  }

  /** @param named identifier, or the id of a product that one line alone has @throws ValidationFailed, CartItemNotFound */
  async change(tx: EntityManager, cartId: string, named: string, changes: CartItemChanges): Promise<boolean> {
    const item = await this.line(tx, cartId, named);
    const { identifier } = item;
    const { quantity = item.quantity } = changes;
    if (quantity === 0) return (await tx.delete(CartItem, { cartId, identifier })).affected === 1;
    if (quantity > MAX_QUANTITY) throw ValidationFailed.of('quantity', `must be at most ${MAX_QUANTITY}`);
    requireOwnFields(item, changes);
    const { name: title = item.title, price = item.price } = changes;
    if (quantity === item.quantity && title === item.title && price === item.price) return false;
    await tx.update(CartItem, { cartId, identifier }, { quantity, title, price });
    return true;
  }

  /** A line by its identifier, or else the only one of a product (storefront.md 6). @throws CartItemNotFound */
  private async line(tx: EntityManager, cartId: string, named: string): Promise<CartItem> {
    const own = await tx.findOneBy(CartItem, { cartId, identifier: named });
    if (own !== null) return own;
    const ofProduct = isId(named) ? await tx.find(CartItem, { where: { cartId, productId: named }, take: 2 }) : [];
    const [only] = ofProduct;
    if (only === undefined || ofProduct.length > 1) throw new CartItemNotFound();
    return only;
  }

  /** The lines of a cart with those of new items after them. @throws ValidationFailed as {@link add} */
  private async linesWith(
    tx: EntityManager,
    present: readonly NewLine[],
    items: readonly NewCartItem[],
  ): Promise<readonly NewLine[]> {
    const lines = [...present];
    for (const item of items) {
      const wanted = 'name' in item ? await this.customLine(tx, item, lines) : await this.productLine(tx, item);
      const at = lines.findIndex(({ identifier }) => identifier === wanted.identifier);
      const quantity = (lines[at]?.quantity ?? 0) + item.quantity;
      if (quantity > MAX_QUANTITY) throw ValidationFailed.of(`${item.path}quantity`, `must be at most ${MAX_QUANTITY}`);
      if (at < 0) requireRoom(lines, wanted, item);
      lines[at < 0 ? lines.length : at] = { ...(lines[at] ?? wanted), quantity };
    }
    return lines;
  }

  private async insert(tx: EntityManager, cartId: string, lines: readonly NewLine[]): Promise<void> {
    const rows = lines.map((line) => ({ ...line, cartId, addedAs: this.ids.next() }));
    await insertRows(tx, CartItem, rows);
  }

  private async productLine(tx: EntityManager, { path, ...item }: ProductItem & { path: string }): Promise<NewLine> {
    const product = await ('id' in item
      ? this.products.find(tx, item.id)
      : this.products.findBySku(tx, item.productSku));
    const field = `${path}${'id' in item ? 'id' : 'sku'}`;
    if (product === undefined) throw ValidationFailed.of(field, 'does not exist');
    if (!isForSale(product)) throw ValidationFailed.of(field, 'is not for sale');
    const [record] = product.modifierRevision === null ? [] : await this.products.records(tx, [product]);
    const read = readChoices(record?.modifiers ?? {}, item.choices, path);
    if (!read.isValid) throw new ValidationFailed(read.errors);
    return { ...chosenLine(product, read.chosen), price: null, taxBandId: null, weight: null, quantity: 0 };
  }

  /** A custom item that equals an existing line in all fields raises its quantity. */
  private async customLine(
    tx: EntityManager,
    item: CustomItem & { path: string },
    lines: readonly NewLine[],
  ): Promise<NewLine> {
    const { name: title, price, taxBand: taxBandId, weight } = item;
    if (taxBandId !== null) await this.taxBands.require(tx, taxBandId, `${item.path}tax_band`);
    const same = lines.find(
      (line) =>
        line.productId === null &&
        line.sku === (item.sku ?? line.identifier) &&
        line.title === title &&
        line.price === price &&
        line.taxBandId === taxBandId &&
        line.weight === weight,
    );
    const identifier = same?.identifier ?? customIdentifier();
    return {
      identifier,
      productId: null,
      sku: item.sku ?? identifier,
      title,
      price,
      taxBandId,
      weight,
      modifiers: null,
      quantity: 0,
    };
  }
}

type NewLine = Omit<CartItem, 'cartId' | 'addedAs'>;

/** The line of a product with its choices, in the order of its modifiers. */
function chosenLine(
  { id, sku, title }: Product,
  chosen: readonly ChosenModifier[],
): Pick<CartItem, 'identifier' | 'productId' | 'sku' | 'title' | 'modifiers'> {
  const choices = Object.fromEntries(chosen.map((choice) => [choice.id, choice.variation ?? choice.value]));
  const identifier = productIdentifier(id, choices);
  return {
    identifier,
    productId: id,
    sku: chosenSku(sku, chosen, identifier),
    title: chosenTitle(title, chosen),
    modifiers: chosen.length > 0 ? choices : null,
  };
}

/** Returns the identity of a line: two custom items are the same when all their fields are. */
function goodsKey({ identifier, productId, sku, title, price, taxBandId, weight }: NewLine): string {
  if (productId !== null) return identifier;
  return JSON.stringify([sku === identifier ? null : sku, title, String(price), taxBandId, weight]);
}

/** @throws ValidationFailed when the cart has no room for a new line */
function requireRoom(lines: readonly NewLine[], { sku }: NewLine, { path }: NewCartItem): void {
  if (lines.length >= MAX_LINES) throw ValidationFailed.of('cart', `must not hold more than ${MAX_LINES} items`);
  if (lines.some((line) => line.sku === sku)) throw ValidationFailed.of(`${path}sku`, 'must be unique in the cart');
}

/** @throws ValidationFailed naming the first: the name and the price of a product are its own */
function requireOwnFields({ productId }: CartItem, changes: CartItemChanges): void {
  for (const field of ['name', 'price'] as const) {
    if (productId !== null && changes[field] !== undefined) {
      throw ValidationFailed.of(field, 'can be changed of a custom item only');
    }
  }
}
