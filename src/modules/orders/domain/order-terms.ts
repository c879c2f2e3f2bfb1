import { parseDecimal } from '../../../kernel/decimal';
import { type Amount, AMOUNT_DECIMALS, amountText, MAX_AMOUNT } from '../../../kernel/money';
import {
  type CartCustomer,
  type CartLine,
  type CartSnapshot,
  type FrozenPromotion,
  type RelationFact,
} from '../../promotions/frozen-promotion';

/** The inputs of a line's price that its item does not keep. Amounts are decimal text; missing fields had no value. */
export interface LineTerms {
  readonly sku: string;
  /** Price of one unit, in the default currency. Rules compare it. */
  readonly price: string;
  /** Price of one unit in the order's currency, if it was converted alone. Missing: it is converted with its line. */
  readonly converted?: string;
  readonly salePrice?: string;
  /** Sku of the product itself, where it is not that of the line. Missing also in orders from before it was kept. */
  readonly productSku?: string;
  readonly slug?: string;
  readonly brand?: RelationFact;
  readonly category?: RelationFact | readonly RelationFact[];
  /** Weight of one unit. */
  readonly weight?: string;
}

/** The shipping of an order as it was priced: before discounts, and with tax where prices include it. */
export interface ShippingTerms {
  readonly id: string | null;
  readonly slug: string | null;
  /** In the default currency. */
  readonly price: string;
  /** As that of {@link LineTerms}. */
  readonly converted?: string;
  /** Percent; null: not taxed. */
  readonly taxRate: string | null;
}

/** The customer as rules saw it. */
export interface CustomerTerms {
  readonly id: string | null;
  readonly email: string | null;
  readonly group: RelationFact | null;
  /** Orders before this one; null: not known. */
  readonly orders: number | null;
  /** Sum of these orders, in the default currency. */
  readonly spent: string | null;
}

/** The use of a promotion that an edit gave back, without what it took off. */
export interface GivenUp {
  readonly customerKey: string | null;
  readonly code: string | null;
  readonly codeId: string | null;
}

/** A promotion that an order had and an edit took from it; it comes back when its rules hold again. */
export interface FallenTerms extends GivenUp {
  readonly promotion: FrozenPromotion;
  /** Its place among all promotions that the order was placed with, in the order of the pass. */
  readonly place: number;
}

/**
 * Everything a checkout priced an order by, as it was then, so that the order can be priced again from its own rows
 * (orders-and-payments.md 2). Names, quantities and taxes are those of the items; the currency and its rounding, and
 * whether prices include tax, those of the order.
 */
export interface OrderTerms {
  /** Time of the pricing, ISO 8601. Dates and hours of promotions are compared with it. */
  readonly at: string;
  readonly timeZone: string;
  /** As typed. */
  readonly discountCode: string | null;
  readonly gateway: RelationFact | null;
  readonly shipTo: { readonly country?: string | null; readonly postcode?: string | null } | null;
  readonly customer: CustomerTerms | null;
  readonly shipping: ShippingTerms | null;
  readonly lines: readonly LineTerms[];
  /** Applied promotions, in the order of the pass. */
  readonly promotions: readonly FrozenPromotion[];
  /** Promotions that an edit took from the order and that may come back. Missing: none. */
  readonly fallen?: readonly FallenTerms[] | undefined;
}

/** A cart with the inputs of its price. */
export interface PlacedPricing {
  readonly cart: CartSnapshot;
  readonly customer: CartCustomer | null;
  readonly instant: Date;
  readonly timeZone: string;
  /** Applied promotions. */
  readonly promotions: readonly FrozenPromotion[];
}

/** Returns the terms that an order keeps of its cart. */
export function orderTerms({ cart, customer, instant, timeZone, promotions }: PlacedPricing): OrderTerms {
  return {
    at: instant.toISOString(),
    timeZone,
    discountCode: cart.discountCode ?? null,
    gateway: cart.gateway ? nameOf(cart.gateway) : null,
    shipTo: placeOf(cart.shipTo),
    customer: customer && customerTerms(customer),
    shipping: cart.shipping ? shippingTerms(cart.shipping) : null,
    lines: cart.lines.map(lineTerms),
    promotions,
  };
}

/** Returns the terms of a line that its item does not keep. */
export function lineTerms(line: CartLine): LineTerms {
  const { sku, productSku, price, convertedPrice, salePrice, slug, brand, category, weight } = line;
  return {
    sku: sku ?? '',
    price: amountText(price),
    ...converted(convertedPrice),
    ...(typeof salePrice === 'bigint' && { salePrice: amountText(salePrice) }),
    ...(productSku && productSku !== sku && { productSku }),
    ...(slug && { slug }),
    ...(brand && { brand: nameOf(brand) }),
    ...(category && { category: namesOf(category) }),
    ...(weight && { weight }),
  };
}

/**
 * Whether the prices of terms can be read again: an edit may bring more than an amount can hold, such as a price in a
 * currency that is worth more than the default one.
 */
export function fitsTerms({ lines, shipping }: Pick<OrderTerms, 'lines' | 'shipping'>): boolean {
  const prices = [shipping, ...lines].flatMap((priced) => (priced === null ? [] : [priced.price, priced.converted]));
  return prices.every((text) => text === undefined || isAmount(text));
}

function isAmount(text: string): boolean {
  const { digits, scale } = parseDecimal(text);
  return digits * 10n ** BigInt(AMOUNT_DECIMALS - scale) <= MAX_AMOUNT;
}

/** Returns the terms that an order keeps of its shipping. */
export function shippingTerms(shipping: NonNullable<CartSnapshot['shipping']>): ShippingTerms {
  const { id = null, slug = null, price, convertedPrice, taxRate = null } = shipping;
  return { id, slug, price: amountText(price), ...converted(convertedPrice), taxRate };
}

function customerTerms({ id, email, group, orders, spent }: CartCustomer): CustomerTerms {
  return {
    id: id ?? null,
    email: email ?? null,
    group: group ? nameOf(group) : null,
    orders: orders ?? null,
    spent: typeof spent === 'bigint' ? amountText(spent) : null,
  };
}

/** A whole address may come: rules ask for two of its fields only. */
function placeOf(shipTo: CartSnapshot['shipTo']): OrderTerms['shipTo'] {
  return shipTo ? { country: shipTo.country ?? null, postcode: shipTo.postcode ?? null } : null;
}

function converted(price: Amount | null | undefined): { readonly converted?: string } {
  return typeof price === 'bigint' ? { converted: amountText(price) } : {};
}

/** A whole record may come: rules ask for its id and its slug only. */
function nameOf(relation: RelationFact): RelationFact {
  return typeof relation === 'string' ? relation : { id: relation.id ?? null, slug: relation.slug ?? null };
}

function namesOf(relations: NonNullable<CartLine['category']>): RelationFact | readonly RelationFact[] {
  return Array.isArray(relations) ? relations.map(nameOf) : nameOf(relations as RelationFact);
}
