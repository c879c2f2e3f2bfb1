import { ValidationFailed } from '../../../kernel/errors';

/** Words that are parts of paths. All clients that request the path would share a cart with such an id (storefront.md 12). */
const WORDS: ReadonlySet<string> = new Set(['checkout', 'enabled', 'fields', 'me', 'order', 'search', 'tree']);

/** Sent by clients whose variable was never set, in JavaScript, PHP, Python and Ruby (storefront.md 6). */
const UNSET: ReadonlySet<string> = new Set(['undefined', 'null', 'None', 'nil', 'NaN']);

/** Steps of paths, which clients leave out of a URL before they send it. */
const STEPS: ReadonlySet<string> = new Set(['.', '..']);

/** Length of the longest cart id. The columns that hold one are as long. */
export const MAX_CART_ID = 128;

/** The least length of the id of a cart that a page makes. The id is the only protection of the cart. */
const LEAST_PAGE_CART_ID = 16;

/** Returns whether a text can be the id of a cart, which its client generates (carts.md 1). */
export function isCartId(text: string): boolean {
  if (text.length > MAX_CART_ID || UNSET.has(text) || WORDS.has(text) || STEPS.has(text)) return false;
  return /^[A-Za-z0-9._@:,+-]+$/.test(text);
}

/** @throws ValidationFailed when a page makes a cart with an id that others may guess (storefront.md 1) */
export function requireLongId(id: string): void {
  if (id.length >= LEAST_PAGE_CART_ID) return;
  throw ValidationFailed.of('cart', `must have at least ${LEAST_PAGE_CART_ID} characters, drawn at random`);
}
