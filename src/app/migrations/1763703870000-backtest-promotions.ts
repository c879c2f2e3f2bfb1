import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { columnsOf } from '../../platform/database/rows/table-shape';

/** The promotions that a back-test tests, for the list of back-tests. Nullable and last: no row is touched. */
export class BacktestPromotions1763703870000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('backtests', new TableColumn(columnsOf(runner).text('promotions', true)));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('backtests', 'promotions');
  }
}
