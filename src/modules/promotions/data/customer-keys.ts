/**
 * The `customer_key`s of the uses that a filter asks for: uses of guests by their e-mail address, of customers by id.
 * @param text an id or an e-mail address @param customerId of the customer with this e-mail address
 */
export function customerKeys(text: string, customerId: string | undefined): string[] {
  return [text.trim().toLowerCase(), ...(customerId === undefined ? [] : [customerId])];
}
