import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { columnsOf } from '../../platform/database/rows/table-shape';

/**
 * The units that are left to ship of each item, and the orders that have none. Nullable and last: no row is touched. Null is right for
 * the rows of every version that was released before: none had shipments, or refunds by items.
 */
export class UnitsToShip1763706000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const columns = columnsOf(runner);
    await runner.addColumn('order_items', new TableColumn(columns.integer('to_ship', true)));
    await runner.addColumn('orders', new TableColumn(columns.flag('nothing_to_ship', true)));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('orders', 'nothing_to_ship');
    await runner.dropColumn('order_items', 'to_ship');
  }
}
