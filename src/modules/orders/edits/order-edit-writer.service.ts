import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../../kernel/clock';
import { insertStoreObjects } from '../../../platform/database/rows/row-reader';
import { RedemptionsService } from '../../promotions/redemptions.service';
import { OrderItem } from '../data/order-item.entity';
import { type Order } from '../data/order.entity';
import { type PlannedEdit } from './order-editor.service';
import { OrderUnitsService } from '../order-units.service';
import { OrderReservationsService } from '../order-reservations.service';
import { type EditedOrder, OrderTransitions } from '../order-status-listeners';
import { OrdersCollection } from '../orders.collection';
import { discountRows } from '../placed-discounts';
import { keptUses } from './kept-uses';

/** Writes edits of orders, but for the row of the order itself. */
@Injectable()
export class OrderEditWriterService {
  constructor(
    private readonly orders: OrdersCollection,
    private readonly reservations: OrderReservationsService,
    private readonly redemptions: RedemptionsService,
    private readonly transitions: OrderTransitions,
    private readonly units: OrderUnitsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Uses of promotions first, then stock, as every checkout does. The caller saves the order.
   * @throws OutOfStock naming the sku and how many are left, PromotionBudgetReached
   */
  async write(tx: EntityManager, order: Order, plan: PlannedEdit): Promise<void> {
    const { lines, discounts } = plan;
    await this.transitions.edited(tx, order, editedOf(plan));
    if (discounts !== null) {
      await this.redemptions.retain(tx, order.id, keptUses(order, discounts));
      await this.reservations.adjust(tx, order.id, lines.units);
      await this.orders.replaceDiscounts(tx, order.id, discountRows(order.id, discounts));
    }
    await this.units.setToShip(
      tx,
      order,
      lines.kept.map(({ item }) => item),
    );
    await tx.remove(lines.removed.map(({ item }) => item));
    let isEdited = discounts !== null || lines.removed.length > 0;
    for (const { before } of lines.kept) isEdited = before === null || (await before.save()) || isEdited;
    const added = lines.kept.filter(({ before }) => before === null).map(({ item }) => item);
    await insertStoreObjects(tx, OrderItem, added);
    // The same values again are no edit.
    if (isEdited) order.editedAt = this.clock.now();
  }

  /**
   * Checks what {@link write} would refuse, and leaves everything as it was before the plan.
   * @throws OutOfStock, PromotionBudgetReached
   */
  async check(tx: EntityManager, order: Order, plan: PlannedEdit): Promise<void> {
    const { lines, discounts } = plan;
    await this.transitions.edited(tx, order, editedOf(plan));
    if (discounts === null) return;
    await this.redemptions.requireRetainable(tx, order.id, keptUses(order, discounts));
    await this.reservations.requireAdjustable(tx, lines.units);
    await this.redemptions.giveUp(tx, order.id, plan.returned);
  }
}

function editedOf({ lines, shippingField }: PlannedEdit): EditedOrder {
  return { units: new Map(lines.kept.map(({ item }) => [item.sku, item.quantity])), shippingField };
}
