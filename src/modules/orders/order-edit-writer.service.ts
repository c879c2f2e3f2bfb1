import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { insertRows, insertStoreObjects } from '../../platform/database/rows/row-reader';
import { RedemptionsService } from '../promotions/redemptions.service';
import { OrderDiscount } from './data/order-discount.entity';
import { OrderItem } from './data/order-item.entity';
import { type Order } from './data/order.entity';
import { type PlannedEdit } from './order-editor.service';
import { OrderReservationsService } from './order-reservations.service';
import { type EditedOrder, OrderTransitions } from './order-status-listeners';
import { discountRows } from './placed-discounts';

/** Writes edits of orders, but for the row of the order itself. */
@Injectable()
export class OrderEditWriterService {
  constructor(
    private readonly reservations: OrderReservationsService,
    private readonly redemptions: RedemptionsService,
    private readonly transitions: OrderTransitions,
  ) {}

  /** Stock first, then uses of promotions, as every checkout does. @throws OutOfStock naming the sku and how many are left */
  async write(tx: EntityManager, order: Order, plan: PlannedEdit): Promise<void> {
    const { lines, discounts } = plan;
    await this.transitions.edited(tx, order, editedOf(plan));
    if (discounts !== null) {
      await this.reservations.adjust(tx, order.id, lines.units);
      const kept = discounts.map((of) => [of.promotionId, of.amount + of.shippingAmount] as const);
      await this.redemptions.retain(tx, order.id, new Map(kept));
      await tx.delete(OrderDiscount, { orderId: order.id });
      await insertRows(tx, OrderDiscount, discountRows(order.id, discounts));
    }
    await tx.remove(lines.removed.map(({ item }) => item));
    for (const { before } of lines.kept) await before?.save();
    const added = lines.kept.filter(({ before }) => before === null).map(({ item }) => item);
    await insertStoreObjects(tx, OrderItem, added);
  }

  /** Checks what {@link write} would refuse, and writes nothing. @throws OutOfStock */
  async check(tx: EntityManager, order: Order, plan: PlannedEdit): Promise<void> {
    const { lines, discounts } = plan;
    await this.transitions.edited(tx, order, editedOf(plan));
    if (discounts !== null) await this.reservations.requireAdjustable(tx, lines.units);
  }
}

function editedOf({ lines, shippingField }: PlannedEdit): EditedOrder {
  return { units: new Map(lines.kept.map(({ item }) => [item.sku, item.quantity])), shippingField };
}
