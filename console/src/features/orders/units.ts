import { type Order, type Transaction } from './order';

/** Units of one line of an order, and what became of them. */
export interface LineUnits {
  readonly sku: string;
  readonly title: string;
  readonly sold: number;
  readonly refunded: number;
  readonly shipped: number;
  /** Neither shipped nor refunded (orders-and-payments.md 35). */
  readonly toShip: number;
  /** `toShip` and what was refunded without a return: it can go out all the same. */
  readonly withRefunded: number;
}

/** Where the units of a refund are. */
export type Place = 'here' | 'shipped' | 'some';

type Parts = Pick<Order, 'items' | 'payments' | 'shipments'>;
type Counted = readonly { readonly sku: string; readonly quantity: number }[];

/** Refunds that were made, or whose outcome is still to come: the store counts both. */
function liveRefunds(payments: readonly Transaction[]): readonly Transaction[] {
  return payments.filter(({ method, status }) => method === 'refund' && status !== 'declined' && status !== 'voided');
}

/** Counts the units of each line. */
export function unitsOf({ items = [], payments = [], shipments = [] }: Parts): readonly LineUnits[] {
  const refunds = liveRefunds(payments);
  const restocking = refunds.filter(({ restock }) => restock === true);
  // All that was left was refunded and came back.
  const isAllBack = restocking.some((refund) => refund.items === null);
  const parcels = shipments.flatMap((shipment) => shipment.items);
  return items.map(({ sku, title, quantity: sold, to_ship: toShip }) => {
    const shipped = count(parcels, sku);
    const back = isAllBack ? sold : count(itemsOf(restocking), sku);
    return {
      sku,
      title,
      sold,
      refunded: isAllBack ? sold : Math.min(sold, count(itemsOf(refunds), sku)),
      shipped,
      toShip,
      withRefunded: Math.max(toShip, sold - back - shipped),
    };
  });
}

/** Returns the money that refunds gave back for no items and no shipping: of an amount, or of all that was left. */
export function refundedWithoutItems({ payments = [] }: Pick<Order, 'payments'>): number {
  const refunds = payments.filter(
    ({ method, status, items, restock }) =>
      method === 'refund' && status === 'succeeded' && items === null && restock !== true,
  );
  return Math.round(refunds.reduce((sum, { amount }) => sum + amount, 0) * 10_000) / 10_000;
}

/** Where units are that are about to be refunded: all still here, all with the customer, or some of each. */
export function placeOf(lines: readonly LineUnits[], wanted: Readonly<Record<string, number>> | undefined): Place {
  const chosen = lines.flatMap((line) => {
    const units = wanted === undefined ? line.sold - line.refunded : (wanted[line.sku] ?? 0);
    return units > 0 ? [{ ...line, units }] : [];
  });
  if (chosen.every(({ shipped }) => shipped === 0)) return 'here';
  return chosen.every(({ shipped, units }) => shipped >= units) ? 'shipped' : 'some';
}

const itemsOf = (refunds: readonly Transaction[]): Counted => refunds.flatMap(({ items }) => items ?? []);

function count(of: Counted, sku: string): number {
  return of.reduce((sum, item) => sum + (item.sku === sku ? item.quantity : 0), 0);
}
