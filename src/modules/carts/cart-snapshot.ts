import { parseDecimal, sumOfDecimals } from '../../kernel/decimal';
import { type Amount } from '../../kernel/money';
import { wholeUnitPrice } from '../settings/converted-price';
import { orderCurrency, pricedIn, type PricingCurrency } from '../promotions/pricing-currency';
import { type CartLine, type CartSnapshot } from '../promotions/pricing.service';
import { type ShippingMethod } from '../settings/shipping-method.resource';
import { type TaxBand } from '../settings/tax-band.resource';
import { categoryFact } from '../promotions/category-fact';
import { type CartGoods, type CartLineNow } from './cart-lines.service';
import { type Parcel } from '../settings/shipping-range';

/** Choices of a checkout besides the lines. */
export interface CartChoices {
  readonly shipping?: { readonly method: ShippingMethod; readonly taxBand: TaxBand | undefined } | null;
  readonly gateway?: { readonly id: string; readonly slug: string } | null;
  readonly shipTo?: CartSnapshot['shipTo'];
}

/** Price of one unit in a currency, as it is shown and counted (orders-and-payments.md 28). */
export function unitPriceIn({ price }: Pick<CartGoods, 'price'>, currency: PricingCurrency): Amount {
  return wholeUnitPrice(price, currency) ?? price;
}

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
    productSku: product?.row.sku,
    title,
    slug,
    price: line.price,
    convertedPrice: wholeUnitPrice(line.price, currency),
    salePrice,
    quantity: item.quantity,
    taxRate: taxBand?.rate,
    taxBand: taxBand?.id,
    brand: product?.record.brand?.data,
    category: product && categoryFact(product.categories),
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
