import { type Amount, type MoneyFormat } from '../../kernel/money';
import { convertedPrice, type PriceConversion } from '../settings/converted-price';
import { type OrderCurrency } from './domain/order-money';

/** A currency as carts are priced and printed in it. */
export type PricingCurrency = PriceConversion & MoneyFormat & Pick<OrderCurrency, 'totalStep'>;

/** The currency that the engine counts in. */
export function orderCurrency({ code, exchangeRate, roundingMode, totalStep = null }: PricingCurrency): OrderCurrency {
  return { code, exchangeRate, roundingMode, totalStep };
}

/** A price in the two forms the engine takes (carts.md 4). @param price of one unit, in the default currency */
export function pricedIn(
  price: Amount,
  currency: PricingCurrency,
): { readonly price: Amount; readonly convertedPrice: Amount | null } {
  return { price, convertedPrice: convertedPrice(price, currency) };
}
