import { type QueryRunner } from 'typeorm';
import { isEmbedded } from '../../platform/database/connection/dialect';

/** Processes of the version before, which do not keep new counts right, are replaced within this time. */
const REPLACED = 'INTERVAL 1 HOUR';
/** Long ago: no such process runs. */
const NOW = "'2000-01-01 00:00:00.000'";

/**
 * Has blocks of orders count the values of these fields from now on, or when no process of the version before runs any more.
 * @param fields in order, separated by commas
 */
export async function countFields(runner: QueryRunner, fields: string): Promise<void> {
  const since = (await isAlone(runner)) ? NOW : `UTC_TIMESTAMP(3) + ${REPLACED}`;
  await runner.query(
    `INSERT INTO list_counted_fields (listed, fields, since) VALUES ('orders', '${fields}', ${since})`,
  );
}

/** Undoes {@link countFields}: the version before counts the values of all blocks again. */
export async function forgetFields(runner: QueryRunner, fields: string): Promise<void> {
  await runner.query('DELETE FROM list_counted_fields WHERE fields = ?', [fields]);
  await runner.query("UPDATE list_blocks SET counted = NULL WHERE listed = 'orders'");
  await runner.query("DELETE FROM list_block_counts WHERE listed = 'orders'");
}

/** Whether nobody else writes orders meanwhile: a file of SQLite belongs to one process, and an empty store was just made. */
async function isAlone(runner: QueryRunner): Promise<boolean> {
  if (isEmbedded(runner)) return true;
  return ((await runner.query('SELECT id FROM orders LIMIT 1')) as unknown[]).length === 0;
}
