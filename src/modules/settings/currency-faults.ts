import { type FieldErrors } from '../../kernel/errors';
import { type Amount, amountText, smallestUnit } from '../../kernel/money';
import { adjustedPrice, isNeutral, type PriceConversion } from './converted-price';

/** Fields of a currency that depend on each other (orders-and-payments.md 27). */
export interface CurrencyTerms extends PriceConversion {
  readonly code: string;
  /** Null: its smallest unit. */
  readonly totalStep: Amount | null;
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
  const touched: Touched = (...fields) => fields.some((field) => before?.[field] !== now[field]);
  const messages = [
    ...(now.defaultMark === 1 ? defaultFaults(now, touched) : []),
    ...(now.decimalPoint === now.thousandPoint && touched('decimalPoint', 'thousandPoint')
      ? ['decimal_point must differ from thousand_point']
      : []),
    ...(touched('totalStep', 'code') ? stepFaults(now) : []),
    ...(touched('modifier', 'exchangeRate') ? modifierFaults(now, leastPrice) : []),
  ];
  return Object.fromEntries(
    messages.map((message): [string, string[]] => [message.slice(0, message.indexOf(' ')), [message]]),
  );
}

/** Returns whether a change touches any of these fields. */
type Touched = (...fields: (keyof CurrencyTerms)[]) => boolean;

function defaultFaults({ exchangeRate, modifier, rounding }: CurrencyTerms, touched: Touched): string[] {
  const must: [boolean, keyof CurrencyTerms, string][] = [
    [exchangeRate === '1', 'exchangeRate', 'exchange_rate must be 1'],
    [isNeutral(modifier), 'modifier', 'modifier must be +0'],
    [rounding === null, 'rounding', 'rounding must be empty'],
  ];
  const broken = must.filter(([isKept, field]) => !isKept && touched(field, 'defaultMark'));
  return broken.map(([, , message]) => `${message} for the default currency`);
}

function stepFaults({ code, totalStep }: CurrencyTerms): string[] {
  const unit = smallestUnit(code);
  if (totalStep === null || totalStep % unit === 0n) return [];
  return [`total_step must be a multiple of ${amountText(unit)}, the smallest unit of ${code}`];
}

function modifierFaults(currency: CurrencyTerms, leastPrice: Amount | null): string[] {
  if (!makesNegative(currency, leastPrice)) return [];
  const lowest = leastPrice === null ? '' : `: the lowest price is ${amountText(leastPrice)}`;
  return [`modifier must not make a price negative${lowest}`];
}

/** A percentage below -100 makes every price negative, a fixed amount only those that it exceeds. */
function makesNegative(currency: CurrencyTerms, leastPrice: Amount | null): boolean {
  if (currency.modifier.endsWith('%')) return Number(currency.modifier.slice(0, -1)) < -100;
  return leastPrice !== null && adjustedPrice(leastPrice, currency) < 0n;
}
