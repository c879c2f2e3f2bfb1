import { type EntityManager } from 'typeorm';
import { isEmbedded } from '../../platform/database/connection/dialect';
import { stockOf } from './data/stock.queries';

/** Changes of counters, below zero to take, by their ids in ascending order. */
export type LevelChanges = ReadonlyMap<string, number>;

/** The result of a change of stock levels. */
export interface ChangedLevels {
  /** The previous level of each counter that fell below zero or is gone. The transaction must then be rolled back. */
  readonly short: ReadonlyMap<string, number>;
  /** Counters that came to be above 0 or `low_stock`, or no longer are (orders-and-payments.md 31). */
  readonly crossed: readonly string[];
}

/** A counter after a change. */
interface Counter {
  readonly level: number;
  readonly lowStock: number | null;
}

const NOTHING: ChangedLevels = { short: new Map(), crossed: [] };

/**
 * Changes levels by one statement, without a check of the result: their locks last until the transaction ends, and all sales of these
 * products wait for that. A condition that each has enough would not do: a statement that changes some of them does not say which
 * are short. One that came to less than zero says so itself, and how much was left.
 */
export async function changeLevels(tx: EntityManager, changes: LevelChanges): Promise<ChangedLevels> {
  if (changes.size === 0) return NOTHING;
  const counters = await (isEmbedded(tx) ? changeEmbedded(tx, changes) : changeOnServer(tx, changes));
  if (counters === undefined) return NOTHING;
  const short = new Map<string, number>();
  const crossed: string[] = [];
  for (const [id, change] of changes) {
    const counter = counters.get(id);
    if (counter === undefined) short.set(id, 0);
    else if (counter.level < 0) short.set(id, counter.level - change);
    else if (isCrossed(counter, change)) crossed.push(id);
  }
  return { short, crossed };
}

function isCrossed({ level, lowStock }: Counter, change: number): boolean {
  const isAcross = (limit: number): boolean => level - change > limit !== level > limit;
  return isAcross(0) || (lowStock !== null && isAcross(lowStock));
}

const placesOf = ({ size }: LevelChanges): string => Array.from({ length: size }, () => '?').join(', ');

/** The change of a row, in SQL. Whole numbers: as text, MySQL would compare ids as floating-point numbers. */
function changeOf(changes: LevelChanges): { sql: string; values: bigint[]; ids: bigint[] } {
  const cases = Array.from(changes, () => 'WHEN ? THEN ?').join(' ');
  const values = [...changes].flatMap(([id, change]) => [BigInt(id), BigInt(change)]);
  return { sql: `CASE product_id ${cases} END`, values, ids: [...changes.keys()].map(BigInt) };
}

async function changeEmbedded(tx: EntityManager, changes: LevelChanges): Promise<ReadonlyMap<string, Counter>> {
  const { sql: by, values, ids } = changeOf(changes);
  const sql = `UPDATE product_stock SET level = level + ${by} WHERE product_id IN (${placesOf(changes)})
    RETURNING product_id AS id, level, low_stock AS lowStock`;
  const rows = await tx.query<(Counter & { id: unknown })[]>(sql, [...values, ...ids]);
  return new Map(rows.map((row) => [String(row.id), row]));
}

/**
 * MySQL and MariaDB do not return rows, but the last value of LAST_INSERT_ID: that of a counter worth a look, which is read then.
 * It stays 0 for nearly all sales. The hint keeps MariaDB from reading a small table from end to end.
 * @returns undefined: all are there, none is short and none was crossed
 */
async function changeOnServer(
  tx: EntityManager,
  changes: LevelChanges,
): Promise<ReadonlyMap<string, Counter> | undefined> {
  const { sql: by, values, ids } = changeOf(changes);
  const after = `level + ${by}`;
  const isAcross = (limit: string): string => `(level > ${limit}) <> (${after} > ${limit})`;
  const isOdd = `${after} < 0 OR ${isAcross('0')} OR COALESCE(${isAcross('low_stock')}, 0)`;
  const sql = `UPDATE product_stock FORCE INDEX (PRIMARY)
    SET level = ${after} + IF(${isOdd}, 0 * CAST(LAST_INSERT_ID(product_id) AS SIGNED), 0)
    WHERE product_id IN (${placesOf(changes)})`;
  const all = [values, values, values, values, ids].flat();
  const { affectedRows, insertId } = await tx.query<{ affectedRows: number; insertId: number }>(sql, all);
  if (affectedRows === changes.size && Number(insertId) === 0) return undefined;
  return stockOf(tx, [...changes.keys()]);
}
