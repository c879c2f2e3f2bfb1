import { parseDecimal } from '../../../kernel/decimal';
import { type Amount, divideRounded } from '../../../kernel/money';

/** An amount of an order in the default currency. @param rate the order's exchange rate, canonical decimal text */
export function inDefault(amount: Amount, rate: string): Amount {
  const { digits, scale } = parseDecimal(rate);
  return digits === 0n ? 0n : divideRounded(amount * 10n ** BigInt(scale), digits);
}
