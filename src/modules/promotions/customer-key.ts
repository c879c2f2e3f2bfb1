/**
 * Returns the key of a customer for per-customer limits (promotions.md 33): the id, else the e-mail address, trimmed and in
 * lower case. Null without a customer. An id never contains the `@` of an e-mail address, so the two cannot collide.
 */
export function customerKey(
  customer: { readonly id?: string | null; readonly email?: string | null } | null,
): string | null {
  return customer?.id || customer?.email?.trim().toLowerCase() || null;
}
