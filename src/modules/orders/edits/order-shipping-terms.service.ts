import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { ValidationFailed } from '../../../kernel/errors';
import { decimalText, parseDecimal, sumOfDecimals } from '../../../kernel/decimal';
import { amountText, parseAmount } from '../../../kernel/money';
import { convertedPrice } from '../../settings/converted-price';
import { brokenRange, type Parcel } from '../../settings/shipping-range';
import { ShippingMethodsService } from '../../settings/shipping-methods.service';
import { TaxBandsService } from '../../settings/tax-bands.service';
import { type Order } from '../data/order.entity';
import { inDefault } from '../domain/in-default';
import { type LineTerms, shippingTerms, type ShippingTerms } from '../domain/order-terms';
import { type LeftRange } from './edit-warnings';
import { requireEditedPrice } from './edited-price';
import { type OrderEdit } from './order-edit';
import { orderPricing } from './order-pricing';
import { OrderReferences } from '../order-references';

/** Finds the shipping terms of an order after an edit. */
@Injectable()
export class OrderShippingTermsService {
  constructor(
    private readonly methods: ShippingMethodsService,
    private readonly taxBands: TaxBandsService,
    private readonly references: OrderReferences,
  ) {}

  /** Puts the method that was sent into the order. @returns its terms @throws ValidationFailed `shipping does not exist` */
  async after(
    tx: EntityManager,
    order: Order,
    present: ShippingTerms | null,
    { shipping, shippingPrice: price }: OrderEdit,
  ): Promise<ShippingTerms | null> {
    const next = shipping === undefined ? present : await this.chosen(tx, order, present, shipping);
    if (price === undefined) return next;
    requireEditedPrice(order, 'shipping_price', price);
    const ofDefault = amountText(inDefault(price, order.exchangeRate));
    return { id: null, slug: null, taxRate: null, ...next, price: ofDefault, converted: amountText(price) };
  }

  /** The range of the order's method, as it is now, that its goods are not in; null: they are, or there is no method. */
  async leftRange(
    tx: EntityManager,
    { shippingId }: Order,
    lines: readonly LineTerms[],
    items: readonly { readonly quantity: number }[],
  ): Promise<LeftRange | null> {
    const method = shippingId === null ? undefined : await this.methods.find(tx, shippingId);
    if (method === undefined) return null;
    const parcel = parcelOf(lines.map((line, i) => ({ ...line, quantity: items[i]?.quantity ?? 0 })));
    const of = brokenRange(method, parcel);
    if (of === null) return null;
    const { title, priceMin, priceMax, weightMin, weightMax } = method;
    return of === 'price'
      ? { title, of, least: amountText(priceMin), most: amountText(priceMax), actual: amountText(parcel.value) }
      : { title, of, least: weightMin, most: weightMax, actual: decimalText(parcel.weight) };
  }

  private async chosen(
    tx: EntityManager,
    order: Order,
    present: ShippingTerms | null,
    sent: string | null,
  ): Promise<ShippingTerms | null> {
    if (sent === order.shippingId) return present;
    if (sent === null) {
      await this.references.fill(tx, order, { shipping: null });
      return null;
    }
    const method = await this.methods.find(tx, sent);
    if (method === undefined) throw ValidationFailed.of('shipping', 'does not exist');
    const { id, slug, price } = method;
    await this.references.fill(tx, order, { shipping: id });
    const band = await this.taxBands.find(tx, method.taxBand);
    const converted = convertedPrice(price, orderPricing(order));
    return shippingTerms({ id, slug, price, convertedPrice: converted, taxRate: band?.rate ?? null });
  }
}

function parcelOf(lines: readonly (LineTerms & { readonly quantity: number })[]): Parcel {
  const weights = lines.map(({ weight, quantity }) => ({
    value: parseDecimal(weight ?? '0'),
    times: BigInt(quantity),
  }));
  return {
    value: lines.reduce((sum, { price, quantity }) => sum + parseAmount(price) * BigInt(quantity), 0n),
    weight: sumOfDecimals(weights),
  };
}
