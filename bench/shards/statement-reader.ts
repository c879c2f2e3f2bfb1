import { type Statement } from '../../test/support/recorded-statements';

/** A table of a statement. */
export interface TableOf {
  readonly table: string;
  readonly alias: string;
}

/** A read, a read that locks the rows that it returns, or a write. */
export type StatementKind = 'read' | 'lock' | 'write';

const NAME = '[`"]?(\\w+)[`"]?';
/** `FOR UPDATE`, `ON DUPLICATE KEY UPDATE` and `DO UPDATE` name no table. */
const TABLES = new RegExp(`\\b(?:FROM|JOIN|INTO|(?<!FOR |KEY |DO )UPDATE) +${NAME}(?: +(?:AS +)?${NAME})?`, 'gi');

export function kindOf(sql: string): StatementKind {
  if (!/^\s*SELECT\b/i.test(sql)) return 'write';
  return /\bFOR UPDATE\b/i.test(sql) ? 'lock' : 'read';
}

/** The tables of a statement, those of its subqueries too. The first of a write is the one that is written. */
export function tablesOf(sql: string): TableOf[] {
  return [...sql.matchAll(TABLES)].map(([, table = '', alias = table]) => ({ table, alias }));
}

/** The values of a column that the rows of a statement have; undefined when the statement does not say. */
export function keysOf({ sql, parameters }: Statement, of: TableOf, column: string): readonly string[] | undefined {
  const places = /^\s*INSERT\b/i.test(sql) ? insertedPlaces(sql, column) : wantedPlaces(sql, of, column);
  return places.length === 0 ? undefined : places.map((place) => String(parameters[place]));
}

/** @returns places in the parameters */
function insertedPlaces(sql: string, column: string): number[] {
  const [head = '', names = '', rows = ''] =
    /^\s*INSERT (?:IGNORE )?INTO +\S+ *\(([^)]*)\) *(?:VALUES|SELECT)(.*)$/is.exec(sql) ?? [];
  const at = names.split(',').findIndex((name) => name.replace(/[`" ]/g, '') === column);
  if (head === '' || at < 0) return [];
  const places: number[] = [];
  let passed = 0;
  for (const cells of rowsOf(rows)) {
    if (cells[at]?.trim() === '?') places.push(passed + marksIn(cells.slice(0, at).join()));
    passed += marksIn(cells.join());
  }
  return places;
}

/** The cells of each row of `(?, ?), (?, (SELECT …))`, or of the one row of `?, (SELECT …)`. */
function rowsOf(text: string): string[][] {
  const inBrackets = /^\s*\(/.test(text) ? [...text.matchAll(/\(((?:[^()]|\([^()]*\))*)\)/g)] : undefined;
  const rows = inBrackets?.map(([, row = '']) => row) ?? [text];
  return rows.map((row) => row.split(/,(?![^(]*\))/));
}

const marksIn = (sql: string): number => sql.split('?').length - 1;

/** @returns places in the parameters of those that the column must equal */
function wantedPlaces(sql: string, { table, alias }: TableOf, column: string): number[] {
  const wanted = new RegExp(`(?:${NAME}\\.)?${NAME} *(?:= *(\\?)|IN *\\(([? ,]*)\\))`, 'gi');
  return [...sql.matchAll(wanted)].flatMap((found) => {
    const [text, owner = alias, name, one, several = one ?? ''] = found;
    if (name !== column || (owner !== alias && owner !== table)) return [];
    const first = marksIn(sql.slice(0, found.index + text.length)) - marksIn(several);
    return Array.from({ length: marksIn(several) }, (_, i) => first + i);
  });
}
