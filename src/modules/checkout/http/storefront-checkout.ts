import { ValidationFailed } from '../../../kernel/errors';
import { type Principal, type SignedInCustomer } from '../../../kernel/scopes';
import { type CartTerms } from '../../carts/carts.service';
import { requireOwn } from '../../carts/storefront-customer';
import { itemFrom } from '../../carts/storefront-items';
import { type CheckoutRequest, type CheckoutTerms } from '../checkout-draft.service';
import { type Buyer } from '../checkout-parties.service';
import { type CheckoutCart } from '../checkout.service';

/**
 * Returns a checkout as a caller may request it. A public client may not refer to records: neither a customer nor an address
 * by id, nor a customer by an e-mail address alone (storefront.md 1). A signed-in customer buys as themselves and may refer
 * to their own addresses (storefront.md 2). @throws ValidationFailed naming the field
 */
export function requestFrom(
  caller: Principal | undefined,
  signedIn: SignedInCustomer | undefined,
  request: CheckoutRequest,
): CheckoutRequest {
  if (signedIn !== undefined) {
    requireOwn(signedIn, request.customer ?? undefined);
    return { ...request, customer: { id: signedIn.id } };
  }
  if (caller?.storefront === undefined) return request;
  requireDetails(request.billTo === request.shipTo ? 'ship_to' : 'bill_to', request.billTo);
  requireDetails('ship_to', request.shipTo);
  return { ...request, customer: unproven(request.customer), isGuest: true };
}

/**
 * Returns the values of a checkout besides its body. A signed-in customer saves addresses, and so does a token that may change
 * customers. A public client has no scopes: anybody can type the e-mail address of a customer there.
 */
export function termsFrom(caller: Principal | undefined, { currency, signedIn, page }: CartTerms): CheckoutTerms {
  const savesAddresses = signedIn !== undefined || (caller?.scopes.has('customers:write') ?? false);
  return { currency, who: caller?.name ?? 'unknown', savesAddresses, page };
}

function unproven(customer: Buyer | null): Buyer | null {
  if (customer === null) return null;
  if ('firstName' in customer) return { ...customer, isUnproven: true };
  throw ValidationFailed.of('customer', 'must have first_name and email when a public client sends it');
}

function requireDetails(field: string, address: CheckoutRequest['shipTo']): void {
  if (address === null || address === 'bill_to' || 'details' in address) return;
  throw ValidationFailed.of(field, 'must be the details of an address when a public client sends it');
}

/** Returns a cart whose items a caller may send: a public client sends products, at their price (storefront.md 1). @throws ValidationFailed */
export function cartFrom(caller: Principal | undefined, { items, ...cart }: CheckoutCart): CheckoutCart {
  return items === undefined ? cart : { ...cart, items: items.map((item) => itemFrom(caller, item)) };
}
