import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { ValidationFailed } from '../../kernel/errors';
import { IdGenerator } from '../../kernel/ids';
import { Transactions } from '../../platform/database/connection/transactions';
import { type ListQuery, type Page } from '../../platform/database/lists/listing';
import { Collection } from '../../platform/database/lists/collection';
import { type IfMatch } from '../../platform/database/rows/entity-tag';
import { hasGoods, type Order } from '../orders/order.record';
import { OrdersService } from '../orders/orders.service';
import { OrderUnitsService } from '../orders/order-units.service';
import { Shipment } from './data/shipment.entity';
import { shipmentListing } from './data/shipment.listing';
import { itemsToShip, leftBeside, type ShippedItem, unitsBySku } from './domain/left-to-ship';
import { shipmentRecord, type ShipmentRecord } from './shipment.record';
import { OrderNotShippable, ShipmentNotFound, ShippedAlready } from './shipments.errors';

/** Shipments an order may have: all of them are read whenever one is added. */
const MAX_SHIPMENTS = 200;

/** The fields of a shipment that a caller can set. */
export interface ShipmentFields {
  /** Null: all that is left. */
  readonly items: readonly ShippedItem[] | null;
  readonly carrier: string | null;
  readonly trackingNumber: string | null;
  readonly trackingUrl: string | null;
}

/** Items to ship, and whether refunded ones that are still here may go out too. */
interface Wanted {
  readonly items: readonly ShippedItem[] | null;
  readonly withRefunded: boolean;
}

/**
 * The shipments of orders. Every change is made under the order's lock, so that no more units are shipped than were
 * sold.
 */
@Injectable()
export class ShipmentsService {
  private readonly shipments: Collection<Shipment, ShipmentRecord>;

  constructor(
    private readonly transactions: Transactions,
    private readonly orders: OrdersService,
    private readonly units: OrderUnitsService,
    ids: IdGenerator,
    clock: Clock,
  ) {
    this.shipments = new Collection(
      {
        entity: Shipment,
        listing: shipmentListing,
        records: async (_, rows) => rows.map(shipmentRecord),
        notFound: () => new ShipmentNotFound(),
      },
      ids,
      clock,
    );
  }

  /** @throws OrderNotFound */
  async page(orderId: string, list: ListQuery): Promise<Page<ShipmentRecord>> {
    const { manager } = this.transactions;
    await this.orders.require(manager, orderId);
    return this.shipments.page(manager, list, { orderId });
  }

  /** @throws ShipmentNotFound */
  get(orderId: string, id: string): Promise<ShipmentRecord> {
    return this.shipments.get(this.transactions.manager, id, { orderId });
  }

  /**
   * Ships items of an order; with the last of them the order is dispatched, where its status may change so.
   * @param withRefunded whether units that were refunded before they went out may go out too
   * @param who name of the client, for the order's history
   * @throws OrderNotFound, OrderNotShippable, ValidationFailed
   */
  create(
    orderId: string,
    { items: wanted, ...fields }: ShipmentFields,
    withRefunded: boolean,
    who: string,
  ): Promise<ShipmentRecord> {
    return this.transactions.run(async (tx) => {
      const order = await this.orders.lock(tx, orderId);
      if (!hasGoods(order.status)) throw new OrderNotShippable(order.status);
      if ((await tx.countBy(Shipment, { orderId })) >= MAX_SHIPMENTS) {
        throw ValidationFailed.of('items', `cannot be shipped: an order has at most ${MAX_SHIPMENTS} shipments`);
      }
      const items = await this.itemsOf(tx, order, { items: wanted, withRefunded });
      const record = await this.shipments.create(tx, { orderId, items, ...fields });
      await this.units.markToShip(tx, order);
      await this.dispatch(tx, order, who);
      return record;
    });
  }

  /** @throws OrderNotFound, ShipmentNotFound, StaleRecord, OrderNotShippable, ValidationFailed */
  update(
    orderId: string,
    id: string,
    patch: Partial<ShipmentFields>,
    withRefunded: boolean,
    who: string,
    tags: IfMatch,
  ): Promise<ShipmentRecord> {
    return this.transactions.run(async (tx) => {
      const order = await this.orders.lock(tx, orderId);
      const { items: wanted, ...fields } = patch;
      const change = async (shipment: Shipment): Promise<void> => {
        Object.assign(shipment, fields);
        if (wanted === undefined) return;
        if (!hasGoods(order.status)) throw new OrderNotShippable(order.status);
        shipment.items = await this.itemsOf(tx, order, { items: wanted, withRefunded }, shipment.items);
      };
      const record = await this.shipments.change(tx, id, tags, change, { orderId });
      if (wanted !== undefined) {
        await this.units.takeBack(tx, order);
        await this.dispatch(tx, order, who);
      }
      return record;
    });
  }

  /** Takes a shipment back; the status of the order stays. @throws OrderNotFound, ShipmentNotFound, StaleRecord */
  remove(orderId: string, id: string, tags: IfMatch): Promise<void> {
    return this.transactions.run(async (tx) => {
      const order = await this.orders.lock(tx, orderId);
      await this.shipments.remove(tx, id, tags, undefined, { orderId });
      await this.units.takeBack(tx, order);
    });
  }

  /** Removes the shipments of an order that is removed. */
  async forget(tx: EntityManager, orderId: string): Promise<void> {
    await tx.remove(await tx.findBy(Shipment, { orderId }));
  }

  /** @param units what each line of an order is about to hold, by sku @throws ShippedAlready when fewer than went out */
  async requireShipped(tx: EntityManager, orderId: string, units: ReadonlyMap<string, number>): Promise<void> {
    for (const [sku, shipped] of await this.shipped(tx, orderId)) {
      if ((units.get(sku) ?? 0) < shipped) throw new ShippedAlready(sku, shipped);
    }
  }

  /** Units that went out, by sku. */
  async shipped(tx: EntityManager, orderId: string): Promise<ReadonlyMap<string, number>> {
    return unitsBySku((await tx.findBy(Shipment, { orderId })).flatMap(({ items }) => items));
  }

  /** @param own items of the shipment that is changed: they may stay in it */
  private async itemsOf(
    tx: EntityManager,
    order: Order,
    { items, withRefunded }: Wanted,
    own: readonly ShippedItem[] = [],
  ): Promise<readonly ShippedItem[]> {
    const left = leftBeside(own, await this.units.toShip(tx, order));
    const found = itemsToShip(items, left, withRefunded);
    if ('fault' in found) throw ValidationFailed.of(found.fault.field, found.fault.message);
    return found.items;
  }

  /** With the last unit the order is dispatched, where its status may change so. */
  private async dispatch(tx: EntityManager, order: Order, who: string): Promise<void> {
    if (order.nothingToShip !== true || order.status === 'dispatched' || !this.orders.mayMove(order, 'dispatched'))
      return;
    await this.orders.moveTo(tx, order, 'dispatched', who);
  }
}
