import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type StockStatusKey } from '../catalog/choices';
import { countedIds } from '../catalog/chosen-modifiers';
import { IdGenerator } from '../../kernel/ids';
import { AddressesService } from '../customers/addresses.service';
import { OrderPlacementService } from '../orders/order-placement.service';
import { type OrderRecord } from '../orders/order.record';
import { type CheckoutDraft } from './checkout-draft.service';
import { codesOf, placedDiscounts } from '../orders/placed-discounts';
import { orderAmounts } from '../orders/item-money';
import { placedLines } from './checkout-order';
import { type CheckoutPrice } from './checkout-pricing.service';
import { OrderReservationsService } from '../orders/order-reservations.service';

/** Writes the orders of checkouts. */
@Injectable()
export class CheckoutPlacementService {
  constructor(
    private readonly orders: OrderPlacementService,
    private readonly reservations: OrderReservationsService,
    private readonly addresses: AddressesService,
    private readonly ids: IdGenerator,
  ) {}

  /** Returns the id of an order to come: uses of promotions name it before it is written. */
  nextId(): string {
    return this.ids.next();
  }

  /** Takes the stock of an order. @throws OutOfStock naming every sku that is short */
  async takeStock(tx: EntityManager, orderId: string, { lines }: CheckoutDraft): Promise<void> {
    const wanted = lines.flatMap((line) => {
      const { productId: id, quantity } = line.item;
      if (id === null) return [];
      return countedIds(id, line.chosen).map((productId) => ({ productId, sku: line.sku, quantity }));
    });
    const statuses = new Map<string, StockStatusKey>(wanted.map(({ productId }) => [productId, '1']));
    for (const { product } of lines) if (product) statuses.set(product.row.id, product.row.stockStatus);
    await this.reservations.takeStock(tx, orderId, wanted, statuses);
  }

  /** Saves the address details of the request to the address book of the customer (carts.md 13). */
  async saveAddresses(tx: EntityManager, { customer, request: { billTo, shipTo } }: CheckoutDraft): Promise<void> {
    const sent = [billTo, shipTo].flatMap((one) =>
      one !== null && one !== 'bill_to' && 'details' in one ? [one.details] : [],
    );
    if (customer !== null && sent.length > 0) await this.addresses.save(tx, customer, sent);
  }

  /** Writes the order, unpaid, all amounts in its currency (carts.md 7). */
  async place(
    tx: EntityManager,
    id: string,
    draft: CheckoutDraft,
    { after, pricing, supersedes }: CheckoutPrice & { readonly supersedes: string | null },
  ): Promise<OrderRecord> {
    const { cart, lines, currency, customer, shipping, request } = draft;
    const skus = lines.map(({ sku }) => sku);
    return this.orders.place(tx, {
      ...request.fields,
      id,
      currencyId: currency.id,
      exchangeRate: currency.exchangeRate,
      customer,
      isCustomersOwn: draft.isCustomersOwn,
      gateway: request.gateway,
      shipping,
      billTo: request.billTo,
      shipTo: request.shipTo,
      addresses: draft.addresses,
      ...orderAmounts(after),
      supersedes,
      pricing,
      lines: placedLines(lines, currency, after),
      discounts: placedDiscounts(skus, { cart: pricing.cart, after }, codesOf(pricing.promotions, cart.discountCode)),
    });
  }
}
