import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { columnsOf } from '../../platform/database/rows/table-shape';

/** Adds the promotions that another one excludes. Nullable and last: both engines add it without touching a row. */
export class PromotionExclusions1763704100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('promotions', new TableColumn(columnsOf(runner).text('excludes', true)));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('promotions', 'excludes');
  }
}
