/**
 * A query of the customer that has an e-mail address today, along its unique index.
 * @param parameter name of the one with the address, in lower case
 */
export function customerOfEmail(parameter: string): string {
  return `(SELECT owner.id FROM customers owner WHERE owner.email = :${parameter})`;
}
