import { ValidationFailed } from '../../../kernel/errors';
import { emailParser } from '../../../kernel/fields/field-parsers';
import { type Principal, type SignedInCustomer } from '../../../kernel/scopes';
import { FieldProblem } from '../../../kernel/fields/field-problem';
import { requireNoCustomer, requireOwn } from '../../carts/storefront-customer';
import { type CustomerReference, customerReferenceParser } from '../../customers/customer-reference';
import { type AskedBuyer } from '../checkout-options.service';

/**
 * Returns for whom options are asked; null: the customer of the cart, or who is signed in.
 * @throws ValidationFailed naming the field
 */
export function buyerFrom(
  caller: Principal | undefined,
  signedIn: SignedInCustomer | undefined,
  sent: { readonly customer: unknown; readonly email: unknown },
): AskedBuyer | null {
  const who = read<CustomerReference>('customer', sent.customer, customerReferenceParser);
  const typed = read<string>('email', sent.email, emailParser);
  if (who !== null && typed !== null) throw ValidationFailed.of('email', 'must not be sent together with customer');
  if (signedIn !== undefined) {
    requireOwn(signedIn, who ?? (typed === null ? undefined : { email: typed }));
    return who;
  }
  requireNoCustomer(caller, who ?? undefined);
  return typed === null ? who : { typed };
}

/** A parameter of the query; null: it was not sent. */
function read<T>(field: string, text: unknown, parse: (raw: unknown) => unknown): T | null {
  if (typeof text !== 'string' || text.trim() === '') return null;
  const value = parse(text);
  if (value instanceof FieldProblem) throw ValidationFailed.of(field, value.message);
  return value as T;
}
