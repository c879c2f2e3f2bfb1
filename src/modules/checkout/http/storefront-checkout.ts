import { ValidationFailed } from '../../../kernel/errors';
import { type Principal } from '../../../kernel/scopes';
import { itemFrom } from '../../carts/storefront-items';
import { type CheckoutRequest } from '../checkout-draft.service';
import { type CheckoutCart } from '../checkout.service';

/**
 * Returns a checkout as a caller may ask for it. A public client names nobody's record: neither a customer nor an address by id,
 * nor a customer by an e-mail address alone (storefront.md 1). @throws ValidationFailed naming the field
 */
export function requestFrom(caller: Principal | undefined, request: CheckoutRequest): CheckoutRequest {
  if (caller?.storefront === undefined) return request;
  const { customer, billTo, shipTo } = request;
  if (customer !== null && !('firstName' in customer)) {
    throw ValidationFailed.of('customer', 'must have first_name, last_name and email when a public client sends it');
  }
  const details = 'must be the details of an address when a public client sends it';
  if (billTo !== null && 'id' in billTo) throw ValidationFailed.of('bill_to', details);
  if (shipTo !== null && shipTo !== 'bill_to' && 'id' in shipTo) throw ValidationFailed.of('ship_to', details);
  return request;
}

/** Returns a cart whose items a caller may send: a public client sends products, at their price (storefront.md 1). @throws ValidationFailed */
export function cartFrom(caller: Principal | undefined, { items, ...cart }: CheckoutCart): CheckoutCart {
  return items === undefined ? cart : { ...cart, items: items.map((item) => itemFrom(caller, item)) };
}
