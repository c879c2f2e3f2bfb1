import { type MigrationInterface, type QueryRunner, TableColumn, TableIndex } from 'typeorm';
import { columnsOf, createTable, index } from '../../platform/database/rows/table-shape';

/** Sessions of the console, its one-time codes, and which tokens a session got (console.md 1). */
export class ConsoleSessions1763703740000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsOf(runner);
    const session = new TableColumn(c.string('session', 64, true));
    await runner.addColumn('access_tokens', session);
    await runner.createIndex('access_tokens', new TableIndex(index('ix_access_tokens__session', 'session')));
    await createTable(
      runner,
      'console_sessions',
      [c.textId(64), c.reference('client_row'), c.time('ends_at'), c.time('expires_at')],
      [index('ix_console_sessions__expires_at', 'expires_at')],
    );
    await createTable(
      runner,
      'console_codes',
      [c.textId(64), c.reference('client_row'), c.time('expires_at')],
      [index('ix_console_codes__expires_at', 'expires_at')],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['console_codes', 'console_sessions']) await runner.dropTable(table);
    await runner.dropIndex('access_tokens', 'ix_access_tokens__session');
    await runner.dropColumn('access_tokens', 'session');
  }
}
