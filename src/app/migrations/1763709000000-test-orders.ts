import { type MigrationInterface, type QueryRunner, TableColumn, TableIndex } from 'typeorm';
import { columnsOf, index } from '../../platform/database/rows/table-shape';
import { wentThrough } from '../migration-progress';
import { bigintText, rows } from './row-batches';
import { HAS_TEST, markTests } from './test-orders.fill';

/** Orders that are read at once. */
const BATCH = 1_000;

interface Found {
  readonly id: string;
  readonly is_test: unknown;
}

/**
 * Marks the orders that were paid without money. The column is nullable and last, so that the engines add it without touching a row. They
 * make the index while others read and write. After a run that was stopped, the next one goes through all orders again.
 */
export class TestOrders1763709000000 implements MigrationInterface {
  readonly transaction = false;

  private readonly added = index('ix_orders__is_test', 'is_test', 'id');

  async up(runner: QueryRunner): Promise<void> {
    const column = columnsOf(runner).flag('is_test', true);
    if (!(await runner.hasColumn('orders', column.name))) await runner.addColumn('orders', new TableColumn(column));
    await fill(runner);
    const table = await runner.getTable('orders');
    const isMade = table?.indices.some(({ name }) => name === this.added.name) ?? false;
    if (!isMade) await runner.createIndex('orders', new TableIndex(this.added));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('orders', String(this.added.name));
    await runner.dropColumn('orders', 'is_test');
  }
}

/** Goes through all orders once, by their ids: each batch reads its own orders only. */
async function fill(runner: QueryRunner): Promise<void> {
  const next = `SELECT ${bigintText(runner, 'orders.id')} AS id, ${HAS_TEST} AS is_test FROM orders
    WHERE orders.id > ? ORDER BY orders.id LIMIT ${BATCH}`;
  for (let last = '0'; ;) {
    const found = await rows<Found>(runner, next, [last]);
    const newest = found.at(-1);
    if (newest === undefined) return;
    const ids = found.filter(({ is_test: isTest }) => Number(isTest) === 1).map(({ id }) => id);
    if (ids.length > 0) await markTests(runner, ids);
    wentThrough(runner, found.length);
    last = newest.id;
  }
}
