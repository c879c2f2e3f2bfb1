import { type FieldErrors } from '../../kernel/errors';
import { type Amount, amountText } from '../../kernel/money';
import { adjustedPrice, isNeutral, type PriceConversion } from './converted-price';

/** Fields of a currency that depend on each other (orders-that-stay-true.md 27). */
export interface CurrencyTerms extends PriceConversion {
  readonly decimalPoint: string;
  readonly thousandPoint: string;
  /** 1 for the default currency. */
  readonly defaultMark: 1 | null;
}

/**
 * Returns the faults of a currency by field. Only what a change touches is judged: what was stored before a rule
 * existed stays usable.
 * @param before the currency as it was; undefined for a new one
 * @param leastPrice lowest price above zero in the default currency; null: there is none
 */
export function currencyFaults(
  now: CurrencyTerms,
  before: CurrencyTerms | undefined,
  leastPrice: Amount | null,
): FieldErrors {
  const isTouched = (...fields: (keyof CurrencyTerms)[]): boolean =>
    fields.some((field) => before?.[field] !== now[field]);
  const faults: Record<string, string[]> = {};
  const fault = (field: string, message: string): void => void (faults[field] ??= [`${field} ${message}`]);
  if (now.defaultMark === 1) {
    const must = 'for the default currency';
    if (now.exchangeRate !== '1' && isTouched('exchangeRate', 'defaultMark'))
      fault('exchange_rate', `must be 1 ${must}`);
    if (!isNeutral(now.modifier) && isTouched('modifier', 'defaultMark')) fault('modifier', `must be +0 ${must}`);
    if (now.rounding !== null && isTouched('rounding', 'defaultMark')) fault('rounding', `must be empty ${must}`);
  }
  if (now.decimalPoint === now.thousandPoint && isTouched('decimalPoint', 'thousandPoint')) {
    fault('decimal_point', 'must differ from thousand_point');
  }
  if (isTouched('modifier', 'exchangeRate') && makesNegative(now, leastPrice)) {
    const shown = leastPrice === null ? '' : `: the lowest price is ${amountText(leastPrice)}`;
    fault('modifier', `must not make a price negative${shown}`);
  }
  return faults;
}

/** A percentage below -100 makes every price negative, a fixed amount only those that it exceeds. */
function makesNegative(currency: CurrencyTerms, leastPrice: Amount | null): boolean {
  if (currency.modifier.endsWith('%')) return Number(currency.modifier.slice(0, -1)) < -100;
  return leastPrice !== null && adjustedPrice(leastPrice, currency) < 0n;
}
