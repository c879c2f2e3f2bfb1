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

/** Returns the units still to ship, without fully shipped items. @param kept units by sku, sold and not taken back */
export function leftToShip(kept: ReadonlyMap<string, number>, shipped: ReadonlyMap<string, number>): ShippedItem[] {
  return [...kept].flatMap(([sku, units]) => {
    const quantity = units - (shipped.get(sku) ?? 0);
    return quantity > 0 ? [{ sku, quantity }] : [];
  });
}

/**
 * The items of a shipment, one entry a sku (orders-that-stay-true.md 35).
 * @param wanted null: all that is left
 */
export function itemsToShip(
  wanted: readonly ShippedItem[] | null,
  left: readonly ShippedItem[],
): { readonly items: ShippedItem[] } | { readonly fault: ShippingFault } {
  if (left.length === 0) return { fault: { field: 'items', message: 'has nothing left to ship' } };
  if (wanted === null) return { items: [...left] };
  const units = unitsBySku(left);
  const items = [...unitsBySku(wanted)].map(([sku, quantity]) => ({ sku, quantity }));
  const short = items.find(({ sku, quantity }) => quantity > (units.get(sku) ?? 0));
  if (short === undefined) return { items };
  const message = `has ${short.quantity} of ${short.sku}, of which ${units.get(short.sku) ?? 0} are left to ship`;
  return { fault: { field: 'items', message } };
}
