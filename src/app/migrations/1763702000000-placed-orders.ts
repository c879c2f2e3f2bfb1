import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { columnsOf } from '../../platform/database/rows/table-shape';
import { fillPlacedOrders } from './placed-orders.fill';

/**
 * Adds the columns that keep the money of orders correct (orders-and-payments.md 1, 2, 3, 9). They are nullable and last:
 * the engines add them without touching a row. {@link fillPlacedOrders} then fills them for existing orders.
 *
 * It has no transaction of its own, so that a running store does not wait for the rows of all orders. A run that was
 * stopped continues where it ended.
 */
export class PlacedOrders1763702000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const c = columnsOf(runner);
    await this.add(runner, 'orders', [
      c.string('origin', 16, true),
      c.flag('prices_include_tax', true),
      c.amount('captured', true),
      c.amount('refunded', true),
      c.amount('credit', true),
      c.reference('supersedes', true),
      c.text('terms', true),
    ]);
    await this.add(runner, 'order_items', [
      c.amount('discount', true),
      c.text('discounts', true),
      c.amount('net', true),
      c.amount('total', true),
    ]);
    await fillPlacedOrders(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of ['total', 'net', 'discounts', 'discount']) await runner.dropColumn('order_items', name);
    const added = ['terms', 'supersedes', 'credit', 'refunded', 'captured', 'prices_include_tax', 'origin'];
    for (const name of added) await runner.dropColumn('orders', name);
  }

  private async add(
    runner: QueryRunner,
    table: string,
    columns: readonly ReturnType<ReturnType<typeof columnsOf>['amount']>[],
  ): Promise<void> {
    for (const column of columns) {
      if (!(await runner.hasColumn(table, column.name))) await runner.addColumn(table, new TableColumn(column));
    }
  }
}
