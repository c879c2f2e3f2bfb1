import { paddedDecimal } from '../../../kernel/decimal';
import { FieldProblem } from '../../../kernel/fields/field-problem';
import { type Amount, amountText, parseAmount } from '../../../kernel/money';

/** The price change of a variation: adds to the product's price, takes off, or replaces it. */
export interface ModPrice {
  readonly sign: '+' | '-' | '=';
  /** Amount for one unit in the default currency; not negative. */
  readonly amount: Amount;
}

/** Most characters that are read. */
const MAX_LENGTH = 32;

/**
 * Reads `+1.50`, `-1.50` or `=2.99`. A number without a sign adds: forms that are sent unencoded turn `+` into a space.
 * Undefined when it is none of these, has more than four decimals or is too large.
 */
export function parseModPrice(text: string): ModPrice | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const [, sign = '', number = ''] = /^([+=-]?)(\d{1,13}(?:\.\d{1,8})?)$/.exec(text) ?? [];
  if (number === '') return undefined;
  try {
    return { sign: sign === '-' || sign === '=' ? sign : '+', amount: parseAmount(number) };
  } catch {
    return undefined;
  }
}

/** `+1.50`: with two decimals at least. */
export function modPriceText({ sign, amount }: ModPrice): string {
  return `${sign}${paddedDecimal(amountText(amount), 2)}`;
}

/** Reads a price change as a request sends it. @returns it with two decimals at least */
export function readModPrice(raw: unknown): string | FieldProblem {
  const price = parseModPrice(typeof raw === 'string' ? raw.trim() : '');
  return price === undefined
    ? new FieldProblem('must be a decimal number with +, - or = before it, such as +1.50')
    : modPriceText(price);
}

/** The price of a product with these variations: `=` replaces it, then the others count. Never below zero. */
export function modifiedPrice(price: Amount, changes: readonly ModPrice[]): Amount {
  const base = changes.findLast(({ sign }) => sign === '=')?.amount ?? price;
  const modified = changes.reduce((sum, { sign, amount }) => {
    if (sign === '=') return sum;
    return sign === '+' ? sum + amount : sum - amount;
  }, base);
  return modified < 0n ? 0n : modified;
}
