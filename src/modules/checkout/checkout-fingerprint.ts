import { createHash } from 'node:crypto';
import { type AddressInput } from '../orders/order-references';
import { type CheckoutRequest } from './checkout-draft.service';

/**
 * The fields by which two checkouts of a cart are the same request (orders-that-stay-true.md 20), without the expected
 * total.
 */
export interface RequestIdentity extends Pick<CheckoutRequest, 'gateway' | 'billTo' | 'shipTo'> {
  /** Id; the text as sent when it finds no customer. */
  readonly customer: string | null;
  /** Id; the text as sent when it finds no method. */
  readonly shipping: string | null;
  /** Code. */
  readonly currency: string;
  /** Whether the buyer did not prove to be the customer: priced as for a stranger (storefront.md 1). */
  readonly isUnproven: boolean;
}

/** The fingerprint of a request: 64 hexadecimal digits. Addresses count as they were sent. */
export function fingerprintOf({ isUnproven, ...identity }: RequestIdentity): string {
  const { customer, shipping, currency, gateway, billTo, shipTo } = identity;
  const billed = addressKey(billTo);
  const shipped = shipTo === 'bill_to' ? billed : addressKey(shipTo);
  const parts = [customer, shipping, currency, gateway, billed, shipped, ...(isUnproven ? ['unproven'] : [])];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** The fields in one order: that of the request says nothing. */
function addressKey(address: AddressInput | null): unknown {
  if (address === null || 'id' in address) return address;
  return Object.entries(address.details).sort(([a], [b]) => (a < b ? -1 : 1));
}
