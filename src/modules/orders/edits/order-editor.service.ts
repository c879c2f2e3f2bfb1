import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { ValidationFailed } from '../../../kernel/errors';
import { amountText, MAX_AMOUNT } from '../../../kernel/money';
import { readBy } from '../../../platform/database/rows/row-reader';
import { type Evaluation, type RejectedPromotion } from '../../promotions/frozen-promotion';
import { OrderItem } from '../data/order-item.entity';
import { readTerms } from '../data/order-terms.queries';
import { type Order } from '../data/order.entity';
import { isEditable } from '../domain/editable-status';
import { orderSnapshot } from '../domain/order-snapshot';
import { fitsTerms, type OrderTerms, type ShippingTerms } from '../domain/order-terms';
import { statedLine } from '../domain/order-totals';
import { type LeftRange } from './edit-warnings';
import { EditedPriceService, type GonePromotion } from './edited-price.service';
import { changesMoney, type EditedLine, EditedLines } from './edited-lines';
import { itemMoney, orderAmounts } from '../item-money';
import { type OrderEdit } from './order-edit';
import { OrderLinesService } from './order-lines.service';
import { OrderShippingTermsService } from './order-shipping-terms.service';
import { originOf } from '../order.record';
import { OrderEditRefused, orderTooLarge } from '../orders.errors';
import { codesOf, type PlacedDiscount, placedDiscounts } from '../placed-discounts';

/** An edit that was made in memory. */
export interface PlannedEdit {
  readonly lines: EditedLines;
  /** The line of each item of the edit, also those that it removes. */
  readonly changed: readonly EditedLine[];
  /** The discounts of the order from now on; null: nothing was priced again, and they are as they were. */
  readonly discounts: readonly PlacedDiscount[] | null;
  /** Promotions that the order had and no longer gets. */
  readonly fallen: readonly RejectedPromotion[];
  /** Ids of promotions that came back; the order has their uses. */
  readonly returned: readonly string[];
  /** Promotions that would come back if others did not have their uses. */
  readonly gone: readonly GonePromotion[];
  /** The range of its shipping method that the order is not in; null: it is, or has no method. */
  readonly leftRange: LeftRange | null;
  /** The field that changes shipping or its price; null: they stay. */
  readonly shippingField: 'shipping' | 'shipping_price' | null;
}

const UNIQUE = 'must be unique in the edit';

const UNPRICED = {
  ...{ discounts: null, fallen: [], returned: [], gone: [] },
  ...{ leftRange: null, shippingField: null },
} as const;

/**
 * Changes the lines and the shipping of orders in memory. Orders of a checkout are also priced again, with the promotions
 * that they kept and no others (orders-and-payments.md 4 to 8).
 */
@Injectable()
export class OrderEditorService {
  constructor(
    private readonly lines: OrderLinesService,
    private readonly shipping: OrderShippingTermsService,
    private readonly prices: EditedPriceService,
  ) {}

  /**
   * @param order locked; it is changed
   * @throws ValidationFailed, OrderEditRefused
   */
  async plan(tx: EntityManager, order: Order, edit: OrderEdit): Promise<PlannedEdit> {
    requireOnce(edit);
    const isPlaced = originOf(order) === 'checkout';
    const terms = isPlaced ? await readTerms(tx, order.id) : null;
    const kept = new Map((terms?.lines ?? []).map((line) => [line.sku, line]));
    const lines = EditedLines.of(tx, await readBy(tx, OrderItem, 'orderId', [order.id]), kept);
    const takesFromProduct = isPlaced || edit.path !== undefined;
    const changed: EditedLine[] = [];
    for (const [i, fields] of edit.items.entries()) {
      const at = edit.path === undefined ? '' : `${edit.path}.${i}.`;
      const line = await this.lines.change(tx, order, lines, fields, { takesFromProduct, at });
      if (changed.some(({ item }) => item.sku === line.item.sku)) throw ValidationFailed.of(`${at}sku`, UNIQUE);
      changed.push(line);
    }
    order.itemCount = lines.kept.length;
    if (!isPlaced) {
      keepStated(order, lines, edit);
      return { lines, changed, ...UNPRICED };
    }
    return { lines, changed, ...(await this.priced(tx, order, { lines, terms, edit })) };
  }

  private async priced(
    tx: EntityManager,
    order: Order,
    { lines, terms, edit }: { lines: EditedLines; terms: OrderTerms | null; edit: OrderEdit },
  ): Promise<Omit<PlannedEdit, 'lines' | 'changed'>> {
    const touchesShipping = edit.shipping !== undefined || edit.shippingPrice !== undefined;
    if (!lines.changesMoney && !touchesShipping) return UNPRICED;
    requireEditable(order, terms);
    const shipping = await this.shipping.after(tx, order, terms.shipping, edit);
    const shippingField = isSame(shipping, terms.shipping) ? null : fieldOf(edit);
    if (!lines.changesMoney && shippingField === null) return UNPRICED;
    const items = lines.kept.map(({ item }) => item);
    const next = { ...terms, shipping, lines: lines.kept.map((line) => line.terms) };
    if (!fitsTerms(next)) throw orderTooLarge();
    const { after, ...priced } = await this.prices.price(tx, order, next, items);
    order.terms = priced.terms;
    takeTotals(order, items, after);
    const cart = orderSnapshot({ ...order, terms: next }, items);
    const skus = items.map(({ sku }) => sku);
    const discounts = placedDiscounts(skus, { cart, after }, codesOf(priced.terms.promotions, terms.discountCode));
    const leftRange = await this.shipping.leftRange(tx, order, next.lines, items);
    return { ...priced, discounts, leftRange, shippingField };
  }
}

function takeTotals(order: Order, items: readonly OrderItem[], after: Evaluation): void {
  Object.assign(order, orderAmounts(after));
  const money = itemMoney(after);
  for (const [i, item] of items.entries()) Object.assign(item, money(i));
}

/** Keeps the amounts that the caller sent; only the tax of the items changes (carts.md, Order items). */
function keepStated(order: Order, lines: EditedLines, edit: OrderEdit): void {
  requireItemsOnly(edit);
  for (const line of lines.kept) {
    if (!changesMoney(line)) continue;
    const { item, before } = line;
    Object.assign(item, statedLine(item, order));
    requireAmount('tax', item.tax);
    requireAmount('net', item.net ?? 0n);
    order.tax += item.tax - (before?.tax ?? 0n);
  }
  for (const { before } of lines.removed) order.tax -= before?.tax ?? 0n;
  requireAmount('tax', order.tax);
}

/** @throws OrderEditRefused */
function requireItemsOnly(edit: OrderEdit): void {
  if (edit.shipping === undefined && edit.shippingPrice === undefined) return;
  const field = fieldOf(edit);
  throw new OrderEditRefused({ [field]: [`${field} of an order that the API stated is changed by PUT`] });
}

function fieldOf({ shipping }: OrderEdit): 'shipping' | 'shipping_price' {
  return shipping === undefined ? 'shipping_price' : 'shipping';
}

/** Price, quantity and rate may each be fine and still make more than an amount can hold. */
function requireAmount(of: string, amount: bigint): void {
  if (amount > MAX_AMOUNT) throw ValidationFailed.of('price', `makes a ${of} of more than ${amountText(MAX_AMOUNT)}`);
}

/** @throws OrderEditRefused */
function requireEditable({ status }: Order, terms: OrderTerms | null): asserts terms is OrderTerms {
  if (terms === null) {
    const message = 'order was placed before the store kept what orders are priced by: its amounts cannot change';
    throw new OrderEditRefused({ order: [message] });
  }
  if (isEditable(status)) return;
  throw new OrderEditRefused({ status: [`status is ${status}: items and shipping can no longer change`] });
}

/** @throws ValidationFailed when a line is changed twice */
function requireOnce({ items, path }: OrderEdit): void {
  const open = items.map(({ sku, choices = {} }) => (Object.keys(choices).length === 0 ? sku : undefined));
  const at = open.findIndex((sku, i) => sku !== undefined && open.indexOf(sku) !== i);
  if (at >= 0) throw ValidationFailed.of(`${path ?? 'items'}.${at}.sku`, UNIQUE);
}

/** Returns whether the method and its price are the same; without a kept `converted`, `price` decides. */
function isSame(one: ShippingTerms | null, other: ShippingTerms | null): boolean {
  if (one === null || other === null) return one === other;
  if (one.id !== other.id || one.taxRate !== other.taxRate || one.price !== other.price) return false;
  return (one.converted ?? other.converted) === (other.converted ?? one.converted);
}
