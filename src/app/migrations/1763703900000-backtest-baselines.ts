import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { columnsOf } from '../../platform/database/rows/table-shape';

/** The baseline that a back-test is compared with, and the uses that are counted in it. Nullable and last: no row is touched. */
export class BacktestBaselines1763703900000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsOf(runner);
    await runner.addColumn('backtests', new TableColumn(c.text('baseline_promotions', true)));
    await runner.addColumn('backtest_uses', new TableColumn(c.string('side', 4, true)));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('backtest_uses', 'side');
    await runner.dropColumn('backtests', 'baseline_promotions');
  }
}
