/**
 * Who is the customer, for per-customer limits (promotions.md 33): the id, else the e-mail trimmed and lower-cased.
 * Null when nobody is known. An id never holds the `@` of an e-mail, so the two cannot be mistaken for each other.
 */
export function customerKey(
  customer: { readonly id?: string | null; readonly email?: string | null } | null,
): string | null {
  return customer?.id || customer?.email?.trim().toLowerCase() || null;
}
