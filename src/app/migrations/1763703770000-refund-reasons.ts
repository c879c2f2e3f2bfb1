import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { columnsOf } from '../../platform/database/rows/table-shape';

/** The tax in a refund, and why it was made (orders-and-payments.md 12). Nullable and last: no row is touched. */
export class RefundReasons1763703770000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsOf(runner);
    await runner.addColumn('payments', new TableColumn(c.amount('tax', true)));
    await runner.addColumn('payments', new TableColumn(c.string('reason', 255, true)));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('payments', 'reason');
    await runner.dropColumn('payments', 'tax');
  }
}
