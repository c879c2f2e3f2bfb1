/**
 * Returns the key of a customer for per-customer limits (promotions.md 33): the id, else the e-mail address, trimmed and in
 * lower case. Null without a customer. An id never contains the `@` of an e-mail address, so the two cannot collide.
 */
export function customerKey(
  customer: { readonly id?: string | null; readonly email?: string | null } | null,
): string | null {
  return customer?.id || customer?.email?.trim().toLowerCase() || null;
}

/**
 * The keys of the uses that a filter asks for: uses of guests by their e-mail address, of customers by id.
 * @param text an id or an e-mail address @param customerId of the customer with this e-mail address
 */
export function customerKeys(text: string, customerId: string | undefined): string[] {
  return [text.trim().toLowerCase(), ...(customerId === undefined ? [] : [customerId])];
}
