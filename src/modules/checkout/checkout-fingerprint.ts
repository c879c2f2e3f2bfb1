import { createHash } from 'node:crypto';
import { type Sent } from '../../platform/resources/resource';
import { type BuyerFields } from '../orders/order.record';
import { type AddressInput } from '../orders/order-references';
import { type CheckoutRequest } from './checkout-draft.service';

/** Fields of a request by which no two checkouts differ (orders-and-payments.md 20). All others count, new ones too. */
type NotCounted = 'expectedTotal' | 'isCodeRequired' | 'isGuest';

/** The fields by which two checkouts of a cart are the same request. */
export type RequestIdentity = Omit<CheckoutRequest, NotCounted | 'customer' | 'shipping' | 'fields'> &
  Sent<BuyerFields> & {
    /** Id; the text as sent when it finds no customer. */
    readonly customer: string | null;
    /** Id; the text as sent when it finds no method. */
    readonly shipping: string | null;
    /** Code. */
    readonly currency: string;
    /** Whether the buyer did not prove to be the customer: priced as for a stranger (storefront.md 1). */
    readonly isUnproven: boolean;
  };

/** Returns what a request is known by. @param found what its names stand for */
export function identityOf(
  { expectedTotal: _, isCodeRequired: __, isGuest: ___, fields, ...request }: CheckoutRequest,
  found: Pick<RequestIdentity, 'customer' | 'shipping' | 'currency' | 'isUnproven'>,
): RequestIdentity {
  return { ...request, ...fields, ...found };
}

/** The fingerprint of a request: 64 hexadecimal digits. Addresses count as they were sent. */
export function fingerprintOf({ isUnproven, ...identity }: RequestIdentity): string {
  const { customer, shipping, currency, gateway, billTo, shipTo, ...others } = identity;
  const billed = addressKey(billTo);
  const shipped = shipTo === 'bill_to' ? billed : addressKey(shipTo);
  const parts = [customer, shipping, currency, gateway, billed, shipped, ...(isUnproven ? ['unproven'] : [])];
  return createHash('sha256')
    .update(JSON.stringify([...parts, ...othersOf(others)]))
    .digest('hex');
}

/** Fields that this code does not name, in the order of their names; those that were not sent leave nothing behind. */
function othersOf(others: Readonly<Record<string, unknown>>): unknown[] {
  const sent = Object.entries(others).filter(([, value]) => value !== null && value !== undefined);
  return sent.length === 0 ? [] : [sent.sort(byName)];
}

/** The fields in one order: that of the request says nothing. */
function addressKey(address: AddressInput | null): unknown {
  if (address === null || 'id' in address) return address;
  const fields = Object.entries(address.details).sort(byName);
  // Left out without one: checkouts from before there was an e-mail address stay the same request.
  return address.email === undefined ? fields : [...fields, ['email', address.email]];
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}
