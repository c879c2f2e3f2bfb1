import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { columnsOf } from '../../platform/database/rows/table-shape';

/** Groups of promotions, of which one applies. Nullable and last: both engines add it without touching a row. */
export class PromotionGroups1763703000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('promotions', new TableColumn(columnsOf(runner).string('best_of', 64, true)));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('promotions', 'best_of');
  }
}
