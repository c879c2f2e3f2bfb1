import { type EntityManager } from 'typeorm';
import { type Id } from '../../../kernel/ids';
import { isEmbedded } from '../connection/dialect';

/** The bucket that counts a row. */
export interface CountedBucket {
  readonly listed: string;
  /** The fields that it counts; a bucket of others is left alone. */
  readonly names: string;
  /** Id of the row. */
  readonly id: Id;
}

/** Values of one statement: SQLite takes at most 500 parts of a UNION. */
const VALUES_A_STATEMENT = 200;

/**
 * Adds to the counts of the bucket of a row, in one statement; there need be none. By INSERT … SELECT, which at READ COMMITTED does not
 * wait for a bucket that is being sealed.
 * @param counts by a value of a field, such as `status=paid`
 */
export async function addCounts(
  tx: EntityManager,
  { listed, names, id }: CountedBucket,
  counts: readonly (readonly [value: string, by: number])[],
): Promise<void> {
  // In one order, so that two transactions that change the same counts do not wait for each other.
  const sorted = counts.toSorted(([a], [b]) => (a < b ? -1 : 1));
  for (let at = 0; at < sorted.length; at += VALUES_A_STATEMENT) {
    const part = sorted.slice(at, at + VALUES_A_STATEMENT);
    const values = part.map(() => 'SELECT ? AS field, ? AS value, ? AS held').join(' UNION ALL ');
    const added = isEmbedded(tx)
      ? 'ON CONFLICT (listed, field, value, last_id) DO UPDATE SET held = list_block_counts.held + excluded.held'
      : 'ON DUPLICATE KEY UPDATE held = list_block_counts.held + VALUES(held)';
    await tx.query(
      `INSERT INTO list_block_counts (listed, field, value, last_id, held)
        SELECT bucket.listed, added.field, added.value, bucket.last_id, added.held
        FROM (SELECT listed, last_id, counted FROM list_blocks WHERE listed = ? AND last_id >= ? ORDER BY last_id LIMIT 1) bucket
        CROSS JOIN (${values}) added WHERE bucket.counted = ? ${added}`,
      [listed, id, ...part.flatMap(([value, by]) => [...split(value), by]), names],
    );
  }
}

/** The field of a value and the value: `status=paid`. */
function split(value: string): [string, string] {
  const at = value.indexOf('=');
  return [value.slice(0, at), value.slice(at + 1)];
}
