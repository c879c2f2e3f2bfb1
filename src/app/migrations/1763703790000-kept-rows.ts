import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { columnsOf } from '../../platform/database/rows/table-shape';

/** Adds the time for which each retention task keeps rows (console.md 9). Nullable and last: no row is rewritten. */
export class KeptRows1763703790000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('retention_runs', new TableColumn(columnsOf(runner).reference('kept_seconds', true)));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('retention_runs', 'kept_seconds');
  }
}
