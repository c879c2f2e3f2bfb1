import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { columnsOf } from '../../platform/database/rows/table-shape';

/** The currency of payments whose order is removed from now on. Nullable and last: no row is touched. */
export class PaymentCurrencies1763703890000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('payments', new TableColumn(columnsOf(runner).string('currency_code', 3, true)));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('payments', 'currency_code');
  }
}
