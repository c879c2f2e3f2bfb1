import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { columnsOf } from '../../platform/database/rows/table-shape';

/** Currencies whose totals are multiples of more than the smallest unit. The column is nullable and last: no row is touched. */
export class TotalSteps1763704300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = columnsOf(runner).amount('total_step', true);
    if (!(await runner.hasColumn('currencies', column.name)))
      await runner.addColumn('currencies', new TableColumn(column));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('currencies', 'total_step');
  }
}
