import { type MigrationInterface, type QueryRunner, TableColumn, TableIndex } from 'typeorm';
import { columnsOf, index } from '../../platform/database/rows/table-shape';

/** Finds orders by promotion, code and time of change. Columns are nullable and last: both engines add them without touching a row. */
export class Shipments1763702400000 implements MigrationInterface {
  private readonly indices = [
    ['order_discounts', index('ix_order_discounts__promotion', 'promotion_id', 'order_id')],
    ['order_discounts', index('ix_order_discounts__code', 'code_key', 'order_id')],
    ['orders', index('ix_orders__updated_at', 'updated_at', 'id')],
  ] as const;

  async up(runner: QueryRunner): Promise<void> {
    const c = columnsOf(runner);
    await runner.addColumn('order_discounts', new TableColumn(c.string('code_key', 255, true)));
    for (const [table, options] of this.indices) await runner.createIndex(table, new TableIndex(options));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, { name }] of [...this.indices].reverse()) await runner.dropIndex(table, String(name));
    await runner.dropColumn('order_discounts', 'code_key');
  }
}
