import { type UnitsToShip } from '../../orders/charged-parts';

/** Units of an item that went out. */
export interface ShippedItem {
  readonly sku: string;
  readonly quantity: number;
}

/** A reason why items cannot be shipped: the field at fault and the message. */
export interface ShippingFault {
  readonly field: string;
  readonly message: string;
}

/** Sums units by sku. */
export function unitsBySku(items: readonly ShippedItem[]): Map<string, number> {
  const units = new Map<string, number>();
  for (const { sku, quantity } of items) units.set(sku, (units.get(sku) ?? 0) + quantity);
  return units;
}

/** Returns the units that a changed shipment may have: those that can go out, and its own. @param own items of the shipment */
export function leftBeside(
  own: readonly ShippedItem[],
  units: ReadonlyMap<string, UnitsToShip>,
): ReadonlyMap<string, UnitsToShip> {
  const shipped = unitsBySku(own);
  return new Map(
    [...units].map(([sku, { due, withRefunded }]) => {
      const more = shipped.get(sku) ?? 0;
      return [sku, { due: due + more, withRefunded: withRefunded + more }];
    }),
  );
}

/**
 * Returns the items of a shipment, one entry for each sku, or why they cannot be shipped (orders-and-payments.md 35).
 * @param wanted null: all that is left @param units that can go out, by sku
 * @param withRefunded whether units may go out that were refunded before they were shipped and did not come back into stock
 */
export function itemsToShip(
  wanted: readonly ShippedItem[] | null,
  units: ReadonlyMap<string, UnitsToShip>,
  withRefunded: boolean,
): { readonly items: ShippedItem[] } | { readonly fault: ShippingFault } {
  const leftOf = (sku: string): number => units.get(sku)?.[withRefunded ? 'withRefunded' : 'due'] ?? 0;
  const refundedOf = (sku: string): number => (units.get(sku)?.withRefunded ?? 0) - leftOf(sku);
  const left = [...units.keys()].flatMap((sku) => (leftOf(sku) > 0 ? [{ sku, quantity: leftOf(sku) }] : []));
  const items = wanted === null ? left : [...unitsBySku(wanted)].map(([sku, quantity]) => ({ sku, quantity }));
  if (left.length === 0) {
    const refunded = [...units.keys()].reduce((sum, sku) => sum + refundedOf(sku), 0);
    return { fault: { field: 'items', message: `has nothing left to ship${hintOf(refunded)}` } };
  }
  const short = items.find(({ sku, quantity }) => quantity > leftOf(sku));
  if (short === undefined) return { items };
  const { sku, quantity } = short;
  const message = `has ${quantity} of ${sku}, of which ${leftOf(sku)} are left to ship${hintOf(refundedOf(sku))}`;
  return { fault: { field: 'items', message } };
}

function hintOf(refunded: number): string {
  return refunded === 0 ? '' : `: ${refunded} more were refunded, which include_refunded=1 ships`;
}
