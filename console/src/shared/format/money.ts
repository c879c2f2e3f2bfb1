/** The format of amounts in a currency: fields of its record. */
export interface MoneyFormat {
  readonly code: string;
  readonly format: string;
  readonly decimal_point: string;
  readonly thousand_point: string;
}

/** Digits after the point of a currency: 2 for GBP, 0 for JPY, 3 for KWD. */
function digitsOf(code: string): number {
  try {
    return (
      new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions().maximumFractionDigits ?? 2
    );
  } catch {
    // A code that is not of ISO 4217.
    return 2;
  }
}

/** An amount as its currency says: `£1,234.50`. */
export function moneyText(amount: number, currency: MoneyFormat): string {
  const digits = digitsOf(currency.code);
  const points: Readonly<Record<string, string>> = { ',': currency.thousand_point, '.': currency.decimal_point };
  const number = Math.abs(amount)
    .toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
    .replace(/[,.]/g, (point) => points[point] ?? point);
  // As a function: a `$` of the format is no reference.
  return `${amount < 0 ? '−' : ''}${currency.format.replace('{price}', () => number)}`;
}

/** An amount of which only the code of its currency is known: `1,234.50 GBP`. */
export function moneyByCode(amount: number, code: string): string {
  return moneyText(amount, { code, format: `{price} ${code}`, decimal_point: '.', thousand_point: ',' });
}

/** An amount for a file, with the decimals of its currency and nothing else: `-1234.50`. */
export function moneyDigits(amount: number, code: string): string {
  // Without the sign that binary fractions may leave before a 0.
  return (amount === 0 ? 0 : amount).toFixed(digitsOf(code));
}
