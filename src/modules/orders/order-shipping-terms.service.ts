import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { ValidationFailed } from '../../kernel/errors';
import { amountText } from '../../kernel/money';
import { convertedPrice } from '../settings/converted-price';
import { ShippingMethodsService } from '../settings/shipping-methods.service';
import { TaxBandsService } from '../settings/tax-bands.service';
import { type Order } from './data/order.entity';
import { inDefault } from './domain/in-default';
import { shippingTerms, type ShippingTerms } from './domain/order-terms';
import { type OrderEdit } from './edits/order-edit';
import { orderPricing } from './edits/order-pricing';
import { OrderReferences } from './order-references';

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
    const ofDefault = amountText(inDefault(price, order.exchangeRate));
    return { id: null, slug: null, taxRate: null, ...next, price: ofDefault, converted: amountText(price) };
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
