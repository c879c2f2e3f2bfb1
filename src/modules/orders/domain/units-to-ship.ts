/** Units of a line that refunds gave back, those whose outcome is open included. */
export interface RefundedUnits {
  readonly units: number;
  /** Those of them that did not go out before. */
  readonly unshipped: number;
}

/** Units of each sku that refunds gave back, and of those what came back into stock. */
export interface ReturnedUnits {
  readonly refunded: ReadonlyMap<string, RefundedUnits>;
  readonly restocked: ReadonlyMap<string, RefundedUnits>;
}

/** Units of one line of an order. */
export interface LineUnits {
  readonly sold: number;
  readonly shipped: number;
  readonly refunded: RefundedUnits;
  /** The part of `refunded` that came back into stock. */
  readonly restocked: RefundedUnits;
}

/** Units of a line that can go out. */
export interface UnitsToShip {
  /** Neither shipped nor refunded. */
  readonly due: number;
  /** `due`, and what was refunded before it went out and did not come back into stock. */
  readonly withRefunded: number;
}

/** Returns the units of a line that can go out (orders-and-payments.md 35). */
export function unitsToShip({ sold, shipped, refunded, restocked }: LineUnits): UnitsToShip {
  const here = Math.max(0, sold - shipped);
  // Some may have gone out after all, or an edit took them out.
  return { due: here - Math.min(here, refunded.unshipped), withRefunded: here - Math.min(here, restocked.unshipped) };
}
