import { ValidationFailed } from '../../kernel/errors';
import { type Principal } from '../../kernel/scopes';
import { type CustomerReference } from '../customers/customer-reference';

/** A browser has not shown that it is a customer: it names none, and forgets none (storefront.md 1). @throws ValidationFailed */
export function requireNoCustomer(caller: Principal | undefined, customer: CustomerReference | null | undefined): void {
  if (caller?.storefront !== undefined && customer !== undefined) {
    throw ValidationFailed.of('customer', 'cannot be named by a public client');
  }
}
