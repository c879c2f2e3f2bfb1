import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { columnsOf } from '../../platform/database/rows/table-shape';

/** The level at which a product is low in stock. Nullable and last: both engines add it without touching a row. */
export class ProductModifiers1763702300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsOf(runner);
    await runner.addColumn('product_stock', new TableColumn(c.integer('low_stock', true)));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('product_stock', 'low_stock');
  }
}
