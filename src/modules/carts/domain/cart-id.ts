/** Words of paths: a client that knows a route of them must not get the cart of everybody (storefront.md 12). */
const WORDS: ReadonlySet<string> = new Set(['checkout', 'enabled', 'fields', 'me', 'order', 'search', 'tree']);

/** Sent by clients whose variable was never set, in JavaScript, PHP, Python and Ruby (storefront.md 6). */
const UNSET: ReadonlySet<string> = new Set(['undefined', 'null', 'None', 'nil', 'NaN']);

/** Returns whether a text can be the id of a cart, which its client generates (carts.md 1). */
export function isCartId(text: string): boolean {
  return /^[A-Za-z0-9_-]{1,64}$/.test(text) && !UNSET.has(text) && !WORDS.has(text);
}
