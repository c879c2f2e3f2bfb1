import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { ValidationFailed } from '../../kernel/errors';
import { IdGenerator, isId } from '../../kernel/ids';
import { type Amount } from '../../kernel/money';
import { insertRows, readBy } from '../../platform/database/rows/row-reader';
import { isForSale } from '../catalog/product-sale';
import { ProductsService } from '../catalog/products.service';
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

/** An item to put into a cart: a product by its id, or a custom item. */
export type NewCartItem = { readonly quantity: number } & ({ readonly id: string } | CustomItem);

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

/** The lines of carts. Each method joins the transaction that holds the cart's lock and answers whether it changed anything. */
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
    return isId(productId) && (await manager.existsBy(CartItem, { cartId, identifier: productIdentifier(productId) }));
  }

  /** @throws ValidationFailed naming what does not exist, is not for sale or does not fit */
  async add(tx: EntityManager, cartId: string, item: NewCartItem): Promise<boolean> {
    const lines = await readBy(tx, CartItem, 'cartId', [cartId]);
    const wanted = 'id' in item ? await this.productLine(tx, item) : await this.customLine(tx, item, lines);
    const present = lines.find(({ identifier }) => identifier === wanted.identifier);
    if (present !== undefined)
      return this.change(tx, cartId, wanted.identifier, { quantity: present.quantity + item.quantity });
    if (lines.length >= MAX_LINES) throw ValidationFailed.of('cart', `must not hold more than ${MAX_LINES} items`);
    if (lines.some(({ sku }) => sku === wanted.sku)) throw ValidationFailed.of('sku', 'must be unique in the cart');
    await insertRows(tx, CartItem, [{ ...wanted, cartId, quantity: item.quantity, addedAs: this.ids.next() }]);
    return true;
  }

  /** @throws ValidationFailed, CartItemNotFound */
  async change(tx: EntityManager, cartId: string, identifier: string, changes: CartItemChanges): Promise<boolean> {
    const item = await tx.findOneBy(CartItem, { cartId, identifier });
    if (item === null) throw new CartItemNotFound();
    const { quantity = item.quantity } = changes;
    if (quantity === 0) return (await tx.delete(CartItem, { cartId, identifier })).affected === 1;
    if (quantity > MAX_QUANTITY) throw ValidationFailed.of('quantity', `must be at most ${MAX_QUANTITY}`);
    requireOwnFields(item, changes);
    const { name: title = item.title, price = item.price } = changes;
    if (quantity === item.quantity && title === item.title && price === item.price) return false;
    await tx.update(CartItem, { cartId, identifier }, { quantity, title, price });
    return true;
  }

  private async productLine(tx: EntityManager, { id }: { readonly id: string }): Promise<NewLine> {
    const product = await this.products.find(tx, id);
    if (product === undefined) throw ValidationFailed.of('id', 'does not exist');
    if (!isForSale(product)) throw ValidationFailed.of('id', 'is not for sale');
    const { sku, title } = product;
    const own = { price: null, taxBandId: null, weight: null };
    return { identifier: productIdentifier(id), productId: id, sku, title, ...own };
  }

  /** The same custom item, field by field, is more of the line that is there. */
  private async customLine(tx: EntityManager, item: CustomItem, lines: readonly CartItem[]): Promise<NewLine> {
    const { name: title, price, taxBand: taxBandId, weight } = item;
    if (taxBandId !== null) await this.taxBands.require(tx, taxBandId);
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
    return { identifier, productId: null, sku: item.sku ?? identifier, title, price, taxBandId, weight };
  }
}

type NewLine = Omit<CartItem, 'cartId' | 'addedAs' | 'quantity'>;

/** @throws ValidationFailed naming the first: the name and the price of a product are its own */
function requireOwnFields({ productId }: CartItem, changes: CartItemChanges): void {
  for (const field of ['name', 'price'] as const) {
    if (productId !== null && changes[field] !== undefined) {
      throw ValidationFailed.of(field, 'can be changed of a custom item only');
    }
  }
}
