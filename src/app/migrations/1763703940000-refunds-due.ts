import { type MigrationInterface, type QueryRunner, TableColumn, TableIndex } from 'typeorm';
import { columnsOf, index } from '../../platform/database/rows/table-shape';
import { fillRefundsDue } from './refunds-due.fill';

/**
 * Orders whose customers are owed money. The column is nullable and last: the engines add it without touching a row, and make the index
 * beside reads and writes. A run that was stopped continues where it ended.
 */
export class RefundsDue1763703940000 implements MigrationInterface {
  readonly transaction = false;

  private readonly added = index('ix_orders__refund_due', 'refund_due', 'id');

  async up(runner: QueryRunner): Promise<void> {
    const column = columnsOf(runner).flag('refund_due', true);
    if (!(await runner.hasColumn('orders', column.name))) await runner.addColumn('orders', new TableColumn(column));
    await fillRefundsDue(runner);
    const table = await runner.getTable('orders');
    const isMade = table?.indices.some(({ name }) => name === this.added.name) ?? false;
    if (!isMade) await runner.createIndex('orders', new TableIndex(this.added));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('orders', String(this.added.name));
    await runner.dropColumn('orders', 'refund_due');
  }
}
