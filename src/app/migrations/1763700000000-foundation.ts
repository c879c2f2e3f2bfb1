import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { columnsOf, createTable, index } from '../../platform/database/rows/table-shape';

/** Access, events, idempotency, currencies. */
export class Foundation1763700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { driver } = runner.dataSource;
    if (driver.options.type !== 'better-sqlite3') {
      // The store compares text to the letter, as SQLite does: no case, accent or width folding in any key.
      await runner.query(
        `ALTER DATABASE ${driver.escape(driver.database ?? '')} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`,
      );
    }
    await this.access(runner);
    await this.platform(runner);
    await this.currencies(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['currencies', 'idempotency_records', 'events', 'access_tokens', 'api_clients']) {
      await runner.dropTable(table);
    }
  }

  private async access(runner: QueryRunner): Promise<void> {
    const c = columnsOf(runner);
    await createTable(
      runner,
      'api_clients',
      [
        c.id(),
        c.string('client_id', 64),
        c.string('name'),
        c.string('secret_hash', 64),
        c.text('scopes'),
        c.time('created_at'),
        c.time('revoked_at', true),
      ],
      [index('uq_api_clients__client_id', 'client_id')],
    );
    await createTable(
      runner,
      'access_tokens',
      [c.textId(64), c.reference('client_row'), c.text('scopes'), c.time('expires_at')],
      [index('ix_access_tokens__client', 'client_row'), index('ix_access_tokens__expires_at', 'expires_at')],
    );
  }

  private async platform(runner: QueryRunner): Promise<void> {
    const c = columnsOf(runner);
    await createTable(
      runner,
      'events',
      [
        c.textId(36),
        c.string('type', 64),
        c.string('object', 32),
        c.string('object_id', 64),
        c.integer('object_version'),
        c.string('event', 6),
        c.time('occurred_at'),
        c.text('data'),
      ],
      [
        index('ix_events__type', 'type', 'id'),
        index('ix_events__object', 'object', 'object_id', 'id'),
        index('ix_events__occurred_at', 'occurred_at'),
      ],
    );
    await createTable(
      runner,
      'idempotency_records',
      [
        c.textId(64),
        c.string('fingerprint', 64),
        c.string('token', 43),
        c.time('created_at'),
        c.time('lease_until'),
        c.integer('status', true),
        c.text('answer', true),
      ],
      [index('ix_idempotency_records__created_at', 'created_at')],
    );
  }

  private async currencies(runner: QueryRunner): Promise<void> {
    const c = columnsOf(runner);
    await createTable(
      runner,
      'currencies',
      [
        ...c.storeObject(),
        c.string('code', 3),
        c.string('title'),
        c.flag('enabled'),
        c.string('modifier', 32),
        c.string('exchange_rate', 32),
        c.string('format'),
        c.string('decimal_point', 8),
        c.string('thousand_point', 8),
        c.string('rounding', 8, true),
        c.integer('default_mark', true),
      ],
      [index('uq_currencies__code', 'code'), index('uq_currencies__default', 'default_mark')],
    );
  }
}
