import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { columnsOf, createTable } from '../../platform/database/rows/table-shape';

/** When workers gave their last sign of life, and when old rows were last removed: for `GET /v1/operations` (console.md 9). */
export class Operations1763703760000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsOf(runner);
    await runner.addColumn('webhook_workers', new TableColumn(c.time('beat_at', true)));
    await createTable(runner, 'retention_runs', [
      { ...c.string('kind', 64), isPrimary: true },
      c.time('last_success_at', true),
      c.time('last_failure_at', true),
      c.reference('removed'),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('retention_runs');
    await runner.dropColumn('webhook_workers', 'beat_at');
  }
}
