import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { columnsOf } from '../../platform/database/rows/table-shape';

/** The tax that discounts of orders took off. The column is nullable and last: no row is touched. */
export class DiscountTaxes1763709050000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('order_discounts', new TableColumn(columnsOf(runner).amount('tax_amount', true)));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('order_discounts', 'tax_amount');
  }
}
