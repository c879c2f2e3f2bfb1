import { Injectable } from '@nestjs/common';
import { type EntityManager, In, IsNull } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { OutOfStock } from '../catalog/catalog.errors';
import { insertRows, readBy } from '../../platform/database/rows/row-reader';
import { type StockStatusKey } from '../catalog/choices';
import { writeEventsNow } from '../../platform/events/store-object.subscriber';
import { limitedLines, type StockLine, StockService } from '../catalog/stock.service';
import { type OrderListener, OrderTransitions } from './order-status-listeners';
import { OrderUnitsService } from './order-units.service';
import { type Order, type OrderStatus } from './order.record';
import { RedemptionsService } from '../promotions/redemptions.service';
import { StockSoldOn } from './orders.errors';
import { OrderStock } from './data/order-stock.entity';
import { CAME_TO_NOTHING } from './domain/order-balance';

/** States in which an order holds neither goods nor uses of promotions (carts.md 8, promotions.md 32). */
const LETS_GO = CAME_TO_NOTHING;

/** Refunds neither give back nor take (promotions.md 32): what an order holds stays as it was. */
const LEAVES_ALONE: ReadonlySet<OrderStatus> = new Set<OrderStatus>(['refunded', 'partial_refund']);

/** Units that an order holds, by the id of their product or variation. */
export type HeldUnits = ReadonlyMap<string, number>;

/** Units of a product that an order has before and after an edit. */
export interface UnitChange {
  readonly productId: string;
  /** Sku, for error messages. */
  readonly sku: string;
  readonly before: number;
  readonly after: number;
}

function moreOf(changes: readonly UnitChange[]): StockLine[] {
  return changes
    .filter(({ before, after }) => after > before)
    .map(({ productId, sku, before, after }) => ({ productId, sku, quantity: after - before }));
}

/**
 * Takes and returns the reservations of orders: stock, and uses of promotions. Returned once when an order comes to nothing and taken again when it
 * is revived, always under the order's lock; promotions in ascending id come before products in ascending id, as in every
 * checkout, so that transactions do not wait for each other in a ring.
 */
@Injectable()
export class OrderReservationsService implements OrderListener {
  constructor(
    private readonly stock: StockService,
    private readonly redemptions: RedemptionsService,
    private readonly units: OrderUnitsService,
    private readonly clock: Clock,
    transitions: OrderTransitions,
  ) {
    transitions.listen(this);
  }

  /**
   * Takes the stock of a new order, as the last step of its transaction: what else there is to write is written before the
   * counters of the products are locked. @param statuses of its products, by id @throws OutOfStock naming every sku that is short
   */
  async takeStock(
    tx: EntityManager,
    orderId: string,
    lines: readonly StockLine[],
    statuses: ReadonlyMap<string, StockStatusKey>,
  ): Promise<void> {
    const limited = limitedLines(lines, statuses);
    if (limited.length > 0) {
      const rows = limited.map((line) => ({ ...line, orderId, releasedAt: null }));
      await insertRows(tx, OrderStock, rows);
    }
    await writeEventsNow(tx);
    await this.stock.takeBy(tx, lines, statuses);
  }

  /** The units that orders hold, by order and product, in one statement. */
  async held(manager: EntityManager, orderIds: readonly string[]): Promise<ReadonlyMap<string, HeldUnits>> {
    const held = new Map<string, Map<string, number>>();
    for (const { orderId, productId, quantity, releasedAt } of await readBy(manager, OrderStock, 'orderId', orderIds)) {
      if (releasedAt !== null) continue;
      const units = held.get(orderId) ?? new Map<string, number>();
      held.set(orderId, units.set(productId, quantity));
    }
    return held;
  }

  /**
   * Takes and gives back what an edit changes (orders-and-payments.md 6). An order gives back no more than it holds:
   * what was returned before, or sold while its stock was unlimited, it does not hold. A row of an order in force is
   * released if the stock was unlimited when the order was revived.
   * @param changes units of each product that an order in force has before and after @throws OutOfStock
   */
  async adjust(tx: EntityManager, orderId: string, changes: readonly UnitChange[]): Promise<void> {
    const rows = new Map((await tx.findBy(OrderStock, { orderId })).map((row) => [row.productId, row]));
    for (const { productId, sku, quantity } of await this.stock.take(tx, moreOf(changes))) {
      const row = rows.get(productId);
      if (row === undefined)
        await insertRows(tx, OrderStock, [{ orderId, productId, sku, quantity, releasedAt: null }]);
      else {
        const held = row.releasedAt === null ? row.quantity : 0;
        await tx.update(OrderStock, { orderId, productId }, { quantity: held + quantity, releasedAt: null });
      }
    }
    const returned: StockLine[] = [];
    for (const { productId, sku, before, after } of changes) {
      const row = rows.get(productId);
      if (after >= before || row === undefined || row.quantity <= after) continue;
      if (after === 0) await tx.delete(OrderStock, { orderId, productId });
      else await tx.update(OrderStock, { orderId, productId }, { quantity: after });
      // Released stock is back already: only a revival takes less of it.
      if (row.releasedAt === null) returned.push({ productId, sku, quantity: row.quantity - after });
    }
    await this.stock.giveBack(tx, returned);
  }

  /** Checks that {@link adjust} would find what it takes. Takes nothing. @throws OutOfStock */
  async requireAdjustable(tx: EntityManager, changes: readonly UnitChange[]): Promise<void> {
    await this.stock.require(tx, moreOf(changes));
  }

  /** @throws StockSoldOn, PromotionUsedUp when a revived order finds its goods or discounts taken by others */
  async moved(tx: EntityManager, order: Order, from: OrderStatus): Promise<void> {
    if (LEAVES_ALONE.has(order.status)) return;
    if (LETS_GO.has(order.status)) await this.release(tx, order.id);
    else if (LETS_GO.has(from) || LEAVES_ALONE.has(from)) await this.takeAgain(tx, order, LETS_GO.has(from));
  }

  /** An order removed unpaid gives back what it holds; what was paid for stays sold. */
  async removed(tx: EntityManager, { id, status }: Order): Promise<void> {
    if (status === 'unpaid') await this.release(tx, id);
    await tx.delete(OrderStock, { orderId: id });
  }

  /**
   * Releases what was not shipped. The order holds shipped units until a refund takes them back
   * (orders-and-payments.md 16).
   */
  private async release(tx: EntityManager, orderId: string): Promise<void> {
    await this.redemptions.release(tx, orderId);
    const shipped = await this.units.shippedByCounter(tx, orderId);
    const held = (await tx.findBy(OrderStock, { orderId, releasedAt: IsNull() })).map((row) => {
      const gone = Math.min(row.quantity, shipped.get(row.productId) ?? 0);
      return { ...row, gone, quantity: row.quantity - gone };
    });
    const whole = held.filter(({ gone }) => gone === 0).map(({ productId }) => productId);
    if (whole.length > 0) {
      await tx.update(OrderStock, { orderId, productId: In(whole) }, { releasedAt: this.clock.now() });
    }
    const returned = held.filter(({ quantity }) => quantity > 0);
    for (const { productId, gone } of returned) {
      if (gone > 0) await tx.update(OrderStock, { orderId, productId }, { quantity: gone });
    }
    await this.stock.giveBack(tx, returned);
  }

  /** @param isRevived the order came to nothing: of what went out in part, it takes the rest again as well */
  private async takeAgain(tx: EntityManager, order: Order, isRevived: boolean): Promise<void> {
    const { id: orderId } = order;
    await this.redemptions.retake(tx, orderId);
    const rows = await tx.findBy(OrderStock, { orderId });
    const isPartly = isRevived && rows.some(({ releasedAt }) => releasedAt === null);
    const kept = isPartly ? await this.units.keptByCounter(tx, order) : new Map<string, number>();
    const held = new Map(rows.map((row) => [row.productId, row.releasedAt === null ? row.quantity : 0]));
    const wanted = rows.flatMap(({ productId, sku, quantity, releasedAt }) => {
      const more = releasedAt === null ? (kept.get(productId) ?? 0) - quantity : quantity;
      return more > 0 ? [{ productId, sku, quantity: more }] : [];
    });
    for (const { productId, quantity } of await this.stockAgain(tx, wanted)) {
      const has = (held.get(productId) ?? 0) + quantity;
      await tx.update(OrderStock, { orderId, productId }, { quantity: has, releasedAt: null });
    }
  }

  private async stockAgain(tx: EntityManager, wanted: readonly StockLine[]): Promise<readonly StockLine[]> {
    try {
      return await this.stock.take(tx, wanted);
    } catch (error) {
      throw error instanceof OutOfStock ? new StockSoldOn(error.skus) : error;
    }
  }
}
