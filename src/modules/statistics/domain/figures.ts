/** The figures of each day. Sums are whole ten-thousandths of the default currency. */
export const FIGURES = ['orders', 'cancelled', 'total', 'captured', 'refunded', 'customers'] as const;

/** The figures of one day or of several. */
export type Figures = Readonly<Record<(typeof FIGURES)[number], bigint>>;

/** Figures by day of the store: `2026-01-31`. */
export type FiguresByDay = ReadonlyMap<string, Figures>;

const each = (value: (name: (typeof FIGURES)[number]) => bigint): Figures =>
  Object.fromEntries(FIGURES.map((name) => [name, value(name)])) as Figures;

/** Figures of 0. */
export const NONE = each(() => 0n);

/** Returns `a + b`. */
export function plus(a: Figures, b: Figures): Figures {
  return each((name) => a[name] + b[name]);
}

/** Returns `a - b`. */
export function minus(a: Figures, b: Figures): Figures {
  return each((name) => a[name] - b[name]);
}

/** Returns whether every figure is 0. */
export function isNone(figures: Figures): boolean {
  return FIGURES.every((name) => figures[name] === 0n);
}
