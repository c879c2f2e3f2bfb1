import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { columnsOf } from '../../platform/database/rows/table-shape';

/** How long each task of the clean-up keeps rows (console.md 9). Nullable and last: no row is touched. */
export class KeptRows1763703790000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('retention_runs', new TableColumn(columnsOf(runner).reference('kept_seconds', true)));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('retention_runs', 'kept_seconds');
  }
}
