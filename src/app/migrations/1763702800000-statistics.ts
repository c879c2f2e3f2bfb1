import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { columnsOf, createTable } from '../../platform/database/rows/table-shape';

/** Long ago: an empty store has nothing left to count, and its next walk is due. */
const WALKED = "'2000-01-01 00:00:00.000'";

/**
 * Tables of statistics (storefront.md 13). The orders and customers there are get counted by the worker, in batches: see
 * `StatisticsWalkTask`. No statement here grows with them.
 */
export class Statistics1763702800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsOf(runner);
    const day = { ...c.string('day', 10), isPrimary: true };
    const object = c.string('object', 16);
    const figures = [
      c.amount('orders'),
      c.amount('cancelled'),
      ...['total', 'captured', 'refunded'].map((name) => c.string(name, 64)),
      c.amount('customers'),
    ];
    await createTable(runner, 'statistics_changes', [
      c.textId(36),
      object,
      c.reference('object_id'),
      c.time('occurred_at'),
    ]);
    const key = [{ ...object, isPrimary: true }, { ...c.reference('object_id'), isPrimary: true }, day];
    await createTable(runner, 'statistics_entries', [...key, ...figures]);
    await createTable(runner, 'statistics_days', [day, ...figures]);
    await createTable(runner, 'statistics_walk', [
      c.id(),
      object,
      c.reference('walked_until'),
      c.time('walked_at', true),
    ]);
    const walkedAt = (await this.isEmpty(runner)) ? WALKED : 'NULL';
    await runner.query(
      `INSERT INTO statistics_walk (id, object, walked_until, walked_at) VALUES (1, 'order', 0, ${walkedAt})`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['statistics_walk', 'statistics_days', 'statistics_entries', 'statistics_changes'])
      await runner.dropTable(table);
  }

  private async isEmpty(runner: QueryRunner): Promise<boolean> {
    for (const table of ['orders', 'customers']) {
      const rows = (await runner.query(`SELECT id FROM ${table} LIMIT 1`)) as unknown[];
      if (rows.length > 0) return false;
    }
    return true;
  }
}
