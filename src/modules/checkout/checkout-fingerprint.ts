import { createHash } from 'node:crypto';
import { type AddressInput } from '../orders/order-references';
import { type CheckoutRequest } from './checkout-draft.service';

/** What makes two checkouts of a cart the same request (orders-that-stay-true.md 20). The expected total does not. */
export interface RequestIdentity extends Pick<CheckoutRequest, 'gateway' | 'billTo' | 'shipTo'> {
  /** Id; what was sent when nobody is found by it. */
  readonly customer: string | null;
  /** Id; what was sent when no method is found by it. */
  readonly shipping: string | null;
  /** Code. */
  readonly currency: string;
  /** Nothing shows that the buyer is the customer: priced as for a stranger (storefront.md 1). */
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
