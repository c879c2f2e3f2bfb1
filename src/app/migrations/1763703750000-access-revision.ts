import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { columnsOf, createTable } from '../../platform/database/rows/table-shape';

/** The revision of tokens: it changes with each revocation, so that every process notices (console.md 10). */
export class AccessRevision1763703750000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsOf(runner);
    await createTable(runner, 'access_revisions', [c.id(), c.string('revision', 36)]);
    await runner.query("INSERT INTO access_revisions (id, revision) VALUES (1, 'none')");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('access_revisions');
  }
}
