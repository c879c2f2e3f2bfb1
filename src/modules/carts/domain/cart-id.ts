/** Sent by clients whose variable was never set. */
const UNSET: ReadonlySet<string> = new Set(['undefined', 'null']);

/** Returns whether a text can be the id of a cart, which its client generates (carts.md 1). */
export function isCartId(text: string): boolean {
  return /^[A-Za-z0-9_-]{1,64}$/.test(text) && !UNSET.has(text);
}
