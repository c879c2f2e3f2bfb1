import { type EntityManager } from 'typeorm';
import { isId } from '../../../kernel/ids';

/** Selection of rows of a table. */
export interface TitlesAsked {
  readonly table: string;
  /** Columns with names of a row besides its id. */
  readonly names: readonly ('slug' | 'sku')[];
  /** Only rows with the status 1, live. */
  readonly isLiveOnly?: boolean;
  /** Ids, or values of the other columns. */
  readonly wanted: Iterable<string>;
}

/** Titles by the name they were asked for. */
export type Titles = ReadonlyMap<string, string>;

interface Found {
  readonly place: number | string;
  readonly name: string;
  readonly title: string;
}

/**
 * Titles of rows of several tables in one statement, or none where nothing is asked for.
 * @param asked tables and columns of the program's own, with not too many names for one statement
 * @returns in the order asked
 */
export async function titlesOf(manager: EntityManager, asked: readonly TitlesAsked[]): Promise<readonly Titles[]> {
  const titles = asked.map(() => new Map<string, string>());
  const selections = asked.flatMap(selectionsOf);
  if (selections.length === 0) return titles;
  const sql = selections.map((selection) => selection.sql).join(' UNION ALL ');
  const rows = await manager.query<Found[]>(
    sql,
    selections.flatMap(({ values }) => values),
  );
  for (const { place, name, title } of rows) titles[Number(place)]?.set(String(name), title);
  return titles;
}

/** One for each column: with OR, the engines would not use the index of either. */
function selectionsOf(
  { table, names, isLiveOnly = false, wanted }: TitlesAsked,
  place: number,
): { sql: string; values: string[] }[] {
  const all = [...new Set(wanted)];
  const columns = [{ column: 'id', values: all.filter(isId) }, ...names.map((column) => ({ column, values: all }))];
  return columns
    .filter(({ values }) => values.length > 0)
    .map(({ column, values }) => {
      const places = values.map(() => '?').join(', ');
      const live = isLiveOnly ? " AND status = '1'" : '';
      // As text, so that ids and slugs fit into one column.
      const sql = `SELECT ${place} AS place, CAST(${column} AS CHAR) AS name, title FROM ${table} WHERE ${column} IN (${places})${live}`;
      return { sql, values };
    });
}
