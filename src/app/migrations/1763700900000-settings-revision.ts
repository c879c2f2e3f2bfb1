import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { columnsOf, createTable } from '../../platform/database/rows/table-shape';

/** Creates the revision of the settings, by which a process knows whether its copy in memory is current. */
export class SettingsRevision1763700900000 implements MigrationInterface {
  readonly name = 'SettingsRevision1763700900000';

  async up(runner: QueryRunner): Promise<void> {
    const c = columnsOf(runner);
    await createTable(runner, 'settings_revisions', [c.id(), c.string('revision', 36)]);
    await runner.query("INSERT INTO settings_revisions (id, revision) VALUES (1, 'none')");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('settings_revisions');
  }
}
