import { ValidationFailed } from '../../kernel/errors';
import { type Amount } from '../../kernel/money';
import { type CategorizedProduct } from '../catalog/categorized-products.service';
import {
  choicesOf,
  type ChosenModifier,
  chosenSku,
  chosenTitle,
  type ModifierChoices,
  readChoices,
} from '../catalog/chosen-modifiers';
import { isForSale } from '../catalog/product-sale';
import { type Product } from '../catalog/products.service';
import { type CartItem } from './data/cart-item.entity';
import { productIdentifier } from './domain/item-identifier';

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
export type ProductItem = ({ readonly id: string } | { readonly productSku: string }) & {
  readonly choices: ModifierChoices;
};

/** A line that is not written yet. */
export type NewLine = Omit<CartItem, 'cartId' | 'addedAs'>;

/** @throws ValidationFailed when there is no such product, it is not for sale, or the choices are not its own */
export function productLine(
  { path, ...item }: ProductItem & { path: string },
  product: CategorizedProduct | undefined,
): NewLine {
  const field = `${path}${'id' in item ? 'id' : 'sku'}`;
  if (product === undefined) throw ValidationFailed.of(field, 'does not exist');
  if (!isForSale(product.row)) throw ValidationFailed.of(field, 'is not for sale');
  const read = readChoices(product.record.modifiers, item.choices, path);
  if (!read.isValid) throw new ValidationFailed(read.errors);
  return { ...chosenLine(product.row, read.chosen), price: null, taxBandId: null, weight: null, quantity: 0 };
}

/** The line of a product with its choices, in the order of its modifiers. */
function chosenLine(
  { id, sku, title }: Product,
  chosen: readonly ChosenModifier[],
): Pick<CartItem, 'identifier' | 'productId' | 'sku' | 'title' | 'modifiers'> {
  const choices = choicesOf(chosen);
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
export function goodsKey({ identifier, productId, sku, title, price, taxBandId, weight }: NewLine): string {
  if (productId !== null) return identifier;
  return JSON.stringify([sku === identifier ? null : sku, title, String(price), taxBandId, weight]);
}
