import { ValidationFailed } from '../../../../kernel/errors';
import { AMOUNT_DECIMALS, type Amount } from '../../../../kernel/money';

/** Currencies that Stripe counts without decimals, and with three; the others have two (docs.stripe.com/currencies). */
const WHOLE = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '));
const THOUSANDTHS = new Set('BHD JOD KWD OMR TND'.split(' '));

function decimalsOf(currency: string): number {
  if (WHOLE.has(currency)) return 0;
  return THOUSANDTHS.has(currency) ? 3 : 2;
}

/** An amount that Stripe counts in its units. @param units a whole number */
export function stripeAmount(units: number, currency: string): Amount {
  return BigInt(units) * 10n ** BigInt(AMOUNT_DECIMALS - decimalsOf(currency));
}

/** Stripe takes amounts of a currency with three decimals only in tens of the smallest unit. */
const TENS = 3;

/** The least amount that Stripe takes of a currency. */
export function stripeStep(currency: string): Amount {
  const decimals = decimalsOf(currency);
  const unit = 10n ** BigInt(AMOUNT_DECIMALS - decimals);
  return decimals === TENS ? unit * 10n : unit;
}

/**
 * An amount as Stripe counts it: £1.50 is 150, ¥150 is 150.
 * @throws ValidationFailed naming `currency` when Stripe cannot take the amount to the last unit
 */
export function stripeUnits(amount: Amount, currency: string): number {
  const unit = 10n ** BigInt(AMOUNT_DECIMALS - decimalsOf(currency));
  if (amount % stripeStep(currency) !== 0n)
    throw ValidationFailed.of('currency', `${currency} is not paid in so small units by stripe`);
  return Number(amount / unit);
}
