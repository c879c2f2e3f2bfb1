import { ValidationFailed } from '../../kernel/errors';
import { type Principal, type SignedInCustomer } from '../../kernel/scopes';
import { type CustomerReference } from '../customers/customer-reference';

/**
 * Rejects a customer sent by a browser, which did not prove to be that customer (storefront.md 1). @throws
 * ValidationFailed
 */
export function requireNoCustomer(caller: Principal | undefined, customer: CustomerReference | null | undefined): void {
  if (caller?.storefront !== undefined && customer !== undefined) {
    throw ValidationFailed.of('customer', 'cannot be named by a public client');
  }
}

/** Rejects another customer, or none, than the signed-in one (storefront.md 2). @throws ValidationFailed */
export function requireOwn(me: SignedInCustomer | undefined, customer: CustomerReference | null | undefined): void {
  if (me === undefined || customer === undefined) return;
  const isOwn = customer !== null && ('id' in customer ? customer.id === me.id : customer.email === me.email);
  if (!isOwn) throw ValidationFailed.of('customer', 'must be the customer of X-Customer-Token, or left out');
}
