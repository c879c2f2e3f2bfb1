import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { columnsOf } from '../../platform/database/rows/table-shape';

/** Further fields of lines, and ids of custom items. The columns are nullable and last: no row is touched. */
export class FurtherFields1763707010000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsOf(runner);
    await runner.addColumn('cart_items', new TableColumn(c.text('metadata', true)));
    await runner.addColumn('cart_items', new TableColumn(c.string('custom_id', 255, true)));
    await runner.addColumn('order_items', new TableColumn(c.text('metadata', true)));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('order_items', 'metadata');
    await runner.dropColumn('cart_items', 'custom_id');
    await runner.dropColumn('cart_items', 'metadata');
  }
}
