import { type Order, type Transaction } from './order';

/** Units of one line of an order, and what became of them. */
export interface LineUnits {
  readonly sku: string;
  readonly title: string;
  readonly sold: number;
  readonly refunded: number;
  readonly shipped: number;
  /** Neither shipped nor taken back into stock by a refund (orders-that-stay-true.md 35). */
  readonly left: number;
}

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
  return items.map(({ sku, title, quantity: sold }) => {
    const shipped = count(parcels, sku);
    const back = isAllBack ? sold : count(itemsOf(restocking), sku);
    return {
      sku,
      title,
      sold,
      refunded: isAllBack ? sold : Math.min(sold, count(itemsOf(refunds), sku)),
      shipped,
      left: Math.max(0, sold - back - shipped),
    };
  });
}

const itemsOf = (refunds: readonly Transaction[]): Counted => refunds.flatMap(({ items }) => items ?? []);

function count(of: Counted, sku: string): number {
  return of.reduce((sum, item) => sum + (item.sku === sku ? item.quantity : 0), 0);
}
