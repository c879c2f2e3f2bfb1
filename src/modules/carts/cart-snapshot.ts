import { parseDecimal, sumOfDecimals } from '../../kernel/decimal';
import { type Amount } from '../../kernel/money';
import { convertedPrice } from '../settings/converted-price';
import { orderCurrency, pricedIn, type PricingCurrency } from '../promotions/pricing-currency';
import { type CartLine, type CartSnapshot } from '../promotions/pricing.service';
import { type ShippingMethod } from '../settings/shipping.record';
import { type TaxBand } from '../settings/tax.record';
import { type CartGoods, type CartLineNow } from './cart-lines.service';
import { type Parcel } from '../settings/shipping-range';

/** Choices of a checkout besides the lines. */
export interface CartChoices {
  readonly shipping?: { readonly method: ShippingMethod; readonly taxBand: TaxBand | undefined } | null;
  /** Slug. */
  readonly gateway?: string | null;
  readonly shipTo?: CartSnapshot['shipTo'];
}

/** Price of one unit in a currency; one that neither adjusts nor rounds its prices is exact to four decimals here. */
export function unitPriceIn({ price }: CartGoods, currency: PricingCurrency): Amount {
  return convertedPrice(price, currency) ?? convertedPrice(price, { ...currency, rounding: EXACT }) ?? price;
}

/** No rounding there is: has a price converted and left as it is. */
const EXACT = '';

/** A cart as the engine takes it. @param lines those that can be bought */
export function cartSnapshot(
  lines: readonly CartLineNow[],
  currency: PricingCurrency,
  discountCode: string | null,
  { shipping, gateway, shipTo }: CartChoices = {},
): CartSnapshot {
  return {
    currency: orderCurrency(currency),
    lines: lines.map((line) => engineLine(line, currency)),
    discountCode,
    gateway,
    shipTo,
    shipping: shipping && {
      id: shipping.method.id,
      slug: shipping.method.slug,
      ...pricedIn(shipping.method.price, currency),
      taxRate: shipping.taxBand?.rate ?? null,
    },
  };
}

function engineLine(line: CartLineNow, currency: PricingCurrency): CartLine {
  const { item, product, taxBand, sku, title, slug, salePrice, weight } = line;
  return {
    id: item.productId,
    sku,
    title,
    slug,
    ...pricedIn(line.price, currency),
    salePrice,
    quantity: item.quantity,
    taxRate: taxBand?.rate,
    taxBand: taxBand?.id,
    brand: product?.record.brand?.data,
    category: product?.record.category?.data,
    weight,
  };
}

/** Returns the price and weight that the ranges of shipping methods are compared with. */
export function parcelOf(lines: readonly CartLineNow[]): Parcel {
  const weights = lines.map(({ item, weight }) => ({ value: parseDecimal(weight), times: BigInt(item.quantity) }));
  return {
    value: lines.reduce((sum, { item, price }) => sum + price * BigInt(item.quantity), 0n),
    weight: sumOfDecimals(weights),
  };
}
