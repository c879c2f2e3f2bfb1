import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { columnsOf } from '../../platform/database/rows/table-shape';

/** When the shop edited an order. Nullable and last: no row is touched. Orders that were edited before count as placed. */
export class EditedOrders1763704200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('orders', new TableColumn(columnsOf(runner).time('edited_at', true)));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('orders', 'edited_at');
  }
}
