import { type QueryRunner } from 'typeorm';
import { bigintText, rows } from './row-batches';

/** Finds tax bands of a store of which none is the default. */
export const NO_DEFAULT = 'NOT EXISTS (SELECT 1 FROM tax_bands marked WHERE marked.default_mark = 1)';

/** Makes the oldest tax band the default, unless there is a default. */
export async function markDefaultTaxBand(runner: QueryRunner): Promise<void> {
  const sql = `SELECT ${bigintText(runner, 'id')} AS found FROM tax_bands WHERE ${NO_DEFAULT} ORDER BY created_at, id LIMIT 1`;
  for (const { found } of await rows<{ found: string }>(runner, sql, [])) {
    await runner.query('UPDATE tax_bands SET default_mark = 1 WHERE id = ?', [found]);
  }
}
