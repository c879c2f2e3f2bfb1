import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import { type Amount, parseAmount } from '../../kernel/money';
import { readBy } from '../../platform/database/rows/row-reader';
import { StockService } from '../catalog/stock.service';
import { type ChargedParts } from './charged-parts';
import { OrderDiscount } from './data/order-discount.entity';
import { OrderItem } from './data/order-item.entity';
import { OrderStock } from './data/order-stock.entity';
import { OrderUnitsService, type Units } from './order-units.service';
import { type Order, originOf } from './order.record';

/**
 * Returns the charged amounts of an order, and restocks its goods (orders-and-payments.md 16). Call under the order's
 * lock.
 */
@Injectable()
export class OrderReturnsService {
  constructor(
    private readonly stock: StockService,
    private readonly units: OrderUnitsService,
  ) {}

  /** Returns the charged amount of each item and of shipping. A total that the caller sent is not spread over the items. */
  async charged(tx: EntityManager, order: Order): Promise<ChargedParts> {
    const rows = await readBy(tx, OrderItem, 'orderId', [order.id]);
    const shares = await this.sharesBySku(tx, order, rows);
    const items = rows.map(({ sku, quantity, price, tax, total }) => {
      const charged = total ?? price * BigInt(quantity) - (shares.get(sku) ?? 0n) + tax;
      return { sku, quantity, charged, tax };
    });
    if (originOf(order) !== 'checkout') return { items, shipping: order.shippingPrice, shippingTax: 0n };
    const lines = items.reduce((sum, { charged }) => sum + charged, 0n);
    const taxes = items.reduce((sum, { tax }) => sum + tax, 0n);
    // Without the rounding of the total, which is no part of it.
    const parts = order.subtotal + order.shippingPrice + order.tax;
    return { items, shipping: parts - lines, shippingTax: order.tax - taxes };
  }

  /**
   * Gives goods of an order back to the stock, those that it still holds only: never twice.
   * @param units by sku; null: all that it holds
   * @param except units by sku that do not come back, of all that it holds
   */
  async restock(
    tx: EntityManager,
    orderId: string,
    units: readonly { readonly sku: string; readonly quantity: number }[] | null,
    except: Units = new Map(),
  ): Promise<void> {
    const held = await tx.find(OrderStock, { where: { orderId, releasedAt: IsNull() }, order: { productId: 'ASC' } });
    const bySku = units && new Map(units.map(({ sku, quantity }) => [sku, quantity]));
    const wanted = bySku && (await this.units.byCounter(tx, orderId, bySku));
    const kept = await this.units.byCounter(tx, orderId, except);
    const returned = held.flatMap((row) => {
      const all = row.quantity - (kept.get(row.productId) ?? 0);
      const quantity = wanted === null ? all : Math.min(row.quantity, wanted.get(row.productId) ?? 0);
      return quantity > 0 ? [{ row, quantity }] : [];
    });
    // Also a row of which nothing is left: an order that is revived takes again what it does not hold.
    for (const { row, quantity } of returned) {
      await tx.update(OrderStock, { orderId, productId: row.productId }, { quantity: row.quantity - quantity });
    }
    await this.stock.giveBack(
      tx,
      returned.map(({ row: { productId, sku }, quantity }) => ({ productId, sku, quantity })),
    );
  }

  /** Only rows that an older version wrote need them: they do not know their total. */
  private async sharesBySku(
    tx: EntityManager,
    { id }: Order,
    rows: readonly OrderItem[],
  ): Promise<Map<string, Amount>> {
    const shares = new Map<string, Amount>();
    if (rows.every(({ total }) => total !== null)) return shares;
    for (const discount of await readBy(tx, OrderDiscount, 'orderId', [id])) {
      for (const { sku, amount } of discount.shares) shares.set(sku, (shares.get(sku) ?? 0n) + parseAmount(amount));
    }
    return shares;
  }
}
