type Levels = readonly [withTax: number, withoutTax: number, tax: number];

const parts = <T>([withTax, withoutTax, tax]: Levels, show: (amount: number) => T) => ({
  with_tax: show(withTax),
  without_tax: show(withoutTax),
  tax: show(tax),
});

/** `pricing` of a record in pounds. @param raw before rounding; left out: the same */
export function pounds(rounded: Levels, raw: Levels = rounded) {
  return {
    formatted: parts(rounded, (amount) => `£${amount.toFixed(2)}`),
    rounded: parts(rounded, (amount) => amount),
    raw: parts(raw, (amount) => amount),
  };
}
