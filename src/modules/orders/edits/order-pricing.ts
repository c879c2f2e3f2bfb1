import { type RoundingMode } from '../../../kernel/money';
import { type PriceConversion } from '../../settings/converted-price';
import { type Order } from '../data/order.entity';

/** The currency of an order as it was, for prices that are converted into it. */
export function orderPricing({
  currencyCode,
  exchangeRate,
  currency: { data },
}: Order): PriceConversion & { readonly code: string; readonly roundingMode: RoundingMode } {
  const { modifier, rounding, rounding_mode: roundingMode } = data;
  return { code: currencyCode, exchangeRate, modifier, rounding, roundingMode };
}
