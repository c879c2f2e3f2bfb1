import { type Amount, amountText, parseAmount, type RoundingMode } from '../../../kernel/money';
import {
  type CartCustomer,
  type CartLine,
  type CartSnapshot,
  type Evaluation,
  priceFrozen,
} from '../../promotions/frozen-promotion';
import { type KeptStep, keptStep } from '../../settings/total-step';
import { type CustomerTerms, type LineTerms, type OrderTerms, type ShippingTerms } from './order-terms';

/** The columns of an order that its price needs. */
export interface PlacedOrderRow {
  readonly currencyCode: string;
  readonly exchangeRate: string;
  readonly currency: { readonly data: { readonly rounding_mode: RoundingMode } & KeptStep };
  readonly pricesIncludeTax: boolean | null;
  readonly terms: OrderTerms;
}

/** The columns of an item that its price needs. */
export interface PlacedItemRow {
  readonly sku: string;
  readonly title: string;
  readonly quantity: number;
  /** Price of one unit, in the order's currency. */
  readonly price: Amount;
  /** Percent as canonical decimal text. */
  readonly taxRate: string;
  readonly taxBandId: string | null;
  readonly productId: string | null;
}

/** The cart that an order was priced as, from the order's own rows (orders-and-payments.md 2). */
export function orderSnapshot(order: PlacedOrderRow, items: readonly PlacedItemRow[]): CartSnapshot {
  const { terms } = order;
  const byLine = new Map(terms.lines.map((line) => [line.sku, line]));
  return {
    currency: {
      code: order.currencyCode,
      exchangeRate: order.exchangeRate,
      roundingMode: order.currency.data.rounding_mode,
      totalStep: keptStep(order.currency.data),
    },
    pricesIncludeTax: order.pricesIncludeTax ?? false,
    lines: items.map((item) => cartLine(item, byLine.get(item.sku))),
    shipping: terms.shipping && shippingOf(terms.shipping),
    gateway: terms.gateway,
    discountCode: terms.discountCode,
    shipTo: terms.shipTo,
  };
}

/** Prices an order again, from its own rows and with the promotions it kept (orders-and-payments.md 2, 4). */
export function priceOrder(order: PlacedOrderRow, items: readonly PlacedItemRow[]): Evaluation {
  const { at, timeZone, customer, promotions } = order.terms;
  return priceFrozen({
    cart: orderSnapshot(order, items),
    customer: customer && customerOf(customer),
    promotions,
    instant: new Date(at),
    timeZone,
  });
}

function cartLine(item: PlacedItemRow, terms: LineTerms | undefined): CartLine {
  const { sku, title, quantity, productId, taxBandId, taxRate } = item;
  const { productSku, price, converted, salePrice, slug, brand, category, weight } = terms ?? unknownLine(item);
  return {
    id: productId,
    sku,
    productSku: productSku ?? (productId === null ? null : sku),
    title,
    slug: slug ?? null,
    price: parseAmount(price),
    convertedPrice: converted === undefined ? null : parseAmount(converted),
    salePrice: salePrice === undefined ? null : parseAmount(salePrice),
    quantity,
    // A line without a tax band has no rate that a rule could see.
    taxRate: taxBandId === null ? undefined : taxRate,
    taxBand: taxBandId ?? undefined,
    brand,
    category,
    weight,
  };
}

/** A line of which nothing was kept, such as one that an older version added: its price is that of the item. */
export function unknownLine({ sku, price }: Pick<PlacedItemRow, 'sku' | 'price'>): LineTerms {
  return { sku, price: amountText(price), converted: amountText(price) };
}

function shippingOf({ id, slug, price, converted, taxRate }: ShippingTerms): NonNullable<CartSnapshot['shipping']> {
  const convertedPrice = converted === undefined ? null : parseAmount(converted);
  return { id, slug, price: parseAmount(price), convertedPrice, taxRate };
}

/** The customer as rules saw it. */
export function customerOf({ spent, ...customer }: CustomerTerms): CartCustomer {
  return { ...customer, spent: spent === null ? null : parseAmount(spent) };
}
