import { ValidationFailed } from '../../kernel/errors';
import { type Amount } from '../../kernel/money';
import { type CategorizedProduct } from '../catalog/categorized-products.service';
import {
  choicesOf,
  type ChosenModifier,
  chosenSku,
  chosenTitle,
  type FurtherFields,
  type ModifierChoices,
  readChoices,
} from '../catalog/chosen-modifiers';
import { isForSale } from '../catalog/product-sale';
import { type Product } from '../catalog/products.service';
import { type CartItem } from './data/cart-item.entity';
import { customIdentifier, productIdentifier } from './domain/item-identifier';

/** A custom item: its price is in the default currency. */
export interface CustomItem {
  /** That it was sent with, which is no product's; null: none. */
  readonly customId: string | null;
  readonly name: string;
  readonly price: Amount;
  /** Null: its own id, or else its identifier. */
  readonly sku: string | null;
  /** Id, or that of none; null: the default band. */
  readonly taxBand: string | null;
  /** Canonical decimal text. */
  readonly weight: string;
}

/** An item to put into a cart: a product by its id or its sku, or a custom item. */
export type NewCartItem = {
  readonly quantity: number;
  /** Before the names of its fields in errors: empty, or `items.3.`. */
  readonly path: string;
  /** Fields beside those that the store knows; null: none. */
  readonly further: FurtherFields | null;
} & (ProductItem | CustomItem);

/** A product by its id, or else by its sku, to the letter, with what is chosen of its modifiers. */
export type ProductItem = ({ readonly id: string } | { readonly productSku: string }) & {
  readonly choices: ModifierChoices;
  /** The custom item where no product has the id; left out: it must be a product. */
  readonly custom?: CustomItem;
};

/** A line that is not written yet. */
export type NewLine = Omit<CartItem, 'cartId' | 'addedAs'>;

/** @throws ValidationFailed when there is no such product, it is not for sale, or the choices are not its own */
export function productLine(
  { path, further, ...item }: ProductItem & Pick<NewCartItem, 'path' | 'further'>,
  product: CategorizedProduct | undefined,
): NewLine {
  const field = `${path}${'id' in item ? 'id' : 'sku'}`;
  if (product === undefined) throw ValidationFailed.of(field, 'does not exist');
  if (!isForSale(product.row)) throw ValidationFailed.of(field, 'is not for sale');
  const read = readChoices(product.record.modifiers, item.choices, path);
  if (!read.isValid) throw new ValidationFailed(read.errors);
  const unpriced = { price: null, taxBandId: null, weight: null, customId: null, quantity: 0 };
  return { ...chosenLine(product.row, read.chosen, further), ...unpriced };
}

/** The line of a product with its choices, in the order of its modifiers. Other further fields make another line. */
function chosenLine(
  { id, sku, title }: Product,
  chosen: readonly ChosenModifier[],
  metadata: FurtherFields | null,
): Pick<CartItem, 'identifier' | 'productId' | 'sku' | 'title' | 'modifiers' | 'metadata'> {
  const choices = choicesOf(chosen);
  const identifier = productIdentifier(id, choices, metadata);
  return {
    identifier,
    productId: id,
    sku: chosenSku(sku, chosen, identifier, metadata),
    title: chosenTitle(title, chosen),
    modifiers: chosen.length > 0 ? choices : null,
    metadata,
  };
}

/** @param taxBandId null: no tax */
export function customLine(
  { name: title, price, weight, customId, further, ...item }: CustomItem & Pick<NewCartItem, 'further'>,
  taxBandId: string | null,
): NewLine {
  const identifier = customIdentifier();
  const sku = item.sku ?? (customId === null ? identifier : ownSku(customId, further));
  const own = { identifier, productId: null, sku, title, price, taxBandId, weight };
  return { ...own, modifiers: null, metadata: further, customId, quantity: 0 };
}

/** The SKU of a custom item without one: its id, with the hash of its further fields as that of a product has it (carts.md 12). */
function ownSku(customId: string, further: FurtherFields | null): string {
  return chosenSku(customId, [], productIdentifier(customId, {}, further), further);
}

/** Returns the identity of a line: two custom items are the same when all their fields are. */
export function goodsKey({ identifier, productId, sku, price, ...line }: NewLine): string {
  if (productId !== null) return identifier;
  const { title, taxBandId, weight, metadata, customId } = line;
  return JSON.stringify([sku === identifier ? null : sku, title, String(price), taxBandId, weight, metadata, customId]);
}
