/** The money of a line. */
export interface PricedLine {
  readonly quantity: number;
  /** Price of one unit, as it was entered. */
  readonly price: number;
  readonly discount: number;
  readonly net: number;
  readonly tax: number;
  readonly total: number;
}

/** Tells whether prices of units contain the tax: they add up to the lines with it, or to those without. Empty: no line is taxed. */
export function pricesTax(lines: readonly PricedLine[]): '' | '.net' | '.gross' {
  const sum = (of: (line: PricedLine) => number): number => lines.reduce((all, line) => all + of(line), 0);
  if (sum(({ tax }) => tax) === 0) return '';
  const entered = sum(({ price, quantity, discount }) => price * quantity - discount);
  const [toNet, toTotal] = [sum(({ net }) => net), sum(({ total }) => total)].map((all) => Math.abs(all - entered));
  return (toNet ?? 0) <= (toTotal ?? 0) ? '.net' : '.gross';
}
