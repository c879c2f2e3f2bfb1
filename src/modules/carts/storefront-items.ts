import { ValidationFailed } from '../../kernel/errors';
import { type Principal } from '../../kernel/scopes';
import { type CartItemChanges } from './cart-items.service';
import { type NewCartItem } from './new-cart-line';

/** Returns an item that a caller may add: a public client adds products, at their price (storefront.md 1). @throws ValidationFailed */
export function itemFrom(caller: Principal | undefined, item: NewCartItem): NewCartItem {
  if (caller?.storefront !== undefined && 'name' in item)
    throw ValidationFailed.of(`${item.path}id`, 'is required: a public client adds products only');
  if (caller?.storefront === undefined || 'name' in item) return item;
  // Where no product has the id, it is no custom item either.
  const { custom: _, ...product } = item;
  return product;
}

/** Returns changes that a caller may make: a public client changes quantities (storefront.md 1). @throws ValidationFailed */
export function changesFrom(caller: Principal | undefined, changes: CartItemChanges): CartItemChanges {
  const { name, price } = changes;
  const fault = 'cannot be changed by a public client';
  if (caller?.storefront !== undefined && price !== undefined) throw ValidationFailed.of('price', fault);
  if (caller?.storefront !== undefined && name !== undefined) throw ValidationFailed.of('name', fault);
  return changes;
}
