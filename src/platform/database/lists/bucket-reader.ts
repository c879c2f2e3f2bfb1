import { type EntityManager, type SelectQueryBuilder } from 'typeorm';
import { type Id } from '../../../kernel/ids';
import { ROW } from '../rows/row-reader';
import { type CountedList, countedNames, type CountedRows } from './counted-list';
import { type IdRange } from './references';

/** The number of rows. */
export interface Counted {
  /** Those in buckets. */
  readonly held: number;
  /** Those that are newer than the last bucket. */
  readonly fresh: number;
  /** The greatest id of the last bucket; `0` without buckets. */
  readonly until: Id;
}

const NONE: Counted = { held: 0, fresh: 0, until: '0' };

/** Rows to count. */
export interface Selection<T extends object> {
  /** The rows, in no order. */
  readonly query: SelectQueryBuilder<T>;
  /** The same rows as buckets count them. */
  readonly rows: CountedRows | 'all';
}

/** A place in a list: ids, and how many rows to skip among those. */
export interface Span extends IdRange {
  readonly skip: number;
  /** The rows between these ids, where they may be many: those that no bucket counts. Undefined: few. */
  readonly rows?: number;
}

/** A page by age. */
export interface AgedPage {
  readonly order: 'asc' | 'desc';
  readonly offset: number;
  readonly limit: number;
}

/** A statement with its parameters. */
interface Sql {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

type Numeric = string | number | null;

/** Reads the buckets of a list: totals, and where a page lies. */
export class BucketReader<T extends object> {
  /** Names of the counts of all rows and of values. Constants of the code. */
  private readonly buckets: string;
  private readonly countedBuckets: string;

  constructor(private readonly list: CountedList<T>) {
    this.buckets = `list_blocks WHERE listed = '${list.listed}'`;
    this.countedBuckets = `${this.buckets} AND counted = '${countedNames(list) ?? ''}'`;
  }

  /** {@link countEach} of one selection. */
  async count(manager: EntityManager, query: SelectQueryBuilder<T>, rows: CountedRows | 'all'): Promise<Counted> {
    const [counted = NONE] = await this.countEach(manager, [{ query, rows }]);
    return counted;
  }

  /** Adds up the buckets and counts what is newer, in one statement for all selections, in their order: the totals of one moment. */
  async countEach(manager: EntityManager, selections: readonly Selection<T>[]): Promise<readonly Counted[]> {
    const parts = selections.map((selection, place) => this.countOf(selection, place));
    const sql = parts.map((part) => part.sql).join(' UNION ALL ');
    const found = await manager.query<{ place: Numeric; held: Numeric; fresh: Numeric; until: Numeric }[]>(
      sql,
      parts.flatMap(({ parameters }) => parameters),
    );
    return found
      .sort((a, b) => Number(a.place) - Number(b.place))
      .map(({ held, fresh, until }) => ({ held: Number(held ?? 0), fresh: Number(fresh), until: String(until) }));
  }

  private countOf({ query, rows }: Selection<T>, place: number): Sql {
    const until = this.until(rows);
    const held =
      rows === 'all' ? sqlOf(`SELECT SUM(held) FROM ${this.buckets}`) : this.countsOf(rows, 'SUM(held)', `(${until})`);
    const newer = newerThan(until, query, rows);
    return {
      sql: `SELECT ${place} AS place, (${held.sql}) AS held, (${newer.sql}) AS fresh, (${until}) AS until`,
      parameters: [...held.parameters, ...newer.parameters],
    };
  }

  /**
   * Finds where a page lies that is not empty, between ids so near to one another that few rows are skipped: fewer than a bucket has,
   * or none but newer ones. Undefined when buckets have shrunk meanwhile: it lies past the last of them.
   */
  async span(
    manager: EntityManager,
    page: AgedPage,
    counted: Counted,
    rows: CountedRows | 'all',
  ): Promise<Span | undefined> {
    const { first, last, startsNew, endsNew } = placesOf(page, counted);
    const toNewest = page.order === 'desc' ? startsNew : endsNew;
    if (startsNew && endsNew) {
      const newer = page.order === 'desc' ? page.offset : first - counted.held;
      return { from: after(counted.until), to: undefined, skip: newer, rows: counted.fresh };
    }
    const ends = { low: Math.max(first, 0), high: Math.min(last, counted.held - 1), until: counted.until };
    const found = await this.bucketsAt(manager, page.order, ends, rows);
    if (found === undefined) return undefined;
    const skip = startsNew ? page.offset : first - found.before;
    return { from: found.from, to: toNewest ? undefined : found.to, skip };
  }

  /** The greatest id that buckets count. */
  private until(rows: CountedRows | 'all'): string {
    return `SELECT COALESCE(MAX(last_id), 0) FROM ${rows === 'all' ? this.buckets : this.countedBuckets}`;
  }

  private countsOf({ field, values }: CountedRows, columns: string, until: string): Sql {
    const wanted = values.map(() => '?').join(', ');
    return {
      sql: `SELECT ${columns} FROM list_block_counts
        WHERE listed = '${this.list.listed}' AND field = ? AND value IN (${wanted}) AND last_id <= ${until}`,
      parameters: [field, ...values],
    };
  }

  /**
   * The buckets from one sealed row to another, by the running sum in the direction of the list. Buckets that were sealed since the rows
   * were counted are none: their rows are among the newer ones.
   */
  private async bucketsAt(
    manager: EntityManager,
    order: AgedPage['order'],
    { low, high, until }: { low: number; high: number; until: Id },
    rows: CountedRows | 'all',
  ): Promise<{ from: Id; to: Id; before: number } | undefined> {
    const parts =
      rows === 'all'
        ? { sql: `SELECT last_id, held FROM ${this.buckets} AND last_id <= ?`, parameters: [] }
        : this.countsOf(rows, 'last_id, SUM(held) AS held', '? GROUP BY last_id');
    const sql = `SELECT MIN(bucket.first_id) AS first_id, MAX(bucket.last_id) AS last_id, MIN(part.before_it) AS before_it
      FROM (SELECT last_id, held, SUM(held) OVER (ORDER BY last_id ${order}) - held AS before_it
        FROM (${parts.sql}) counted) part
      JOIN list_blocks bucket ON bucket.listed = '${this.list.listed}' AND bucket.last_id = part.last_id
      WHERE part.before_it <= ? AND part.before_it + part.held > ?`;
    const [row] = await manager.query<[{ first_id: Numeric; last_id: Numeric; before_it: Numeric }]>(sql, [
      ...parts.parameters,
      until,
      high,
      low,
    ]);
    if (row.first_id === null) return undefined;
    return { from: String(row.first_id), to: String(row.last_id), before: Number(row.before_it) };
  }
}

/** The number of rows after an id. @param until a SELECT of it */
function newerThan<T extends object>(until: string, query: SelectQueryBuilder<T>, rows: CountedRows | 'all'): Sql {
  if (rows !== 'all' && rows.references !== undefined) {
    const { table, column, id, value } = rows.references;
    const sql = `SELECT COUNT(DISTINCT ${id}) FROM ${table} WHERE ${column} = ? AND ${id} > (${until})`;
    return { sql, parameters: [value] };
  }
  const newer = query.clone().select('COUNT(*)').andWhere(`${ROW}.id > (${until})`);
  const [sql, parameters] = newer.getQueryAndParameters() as [string, unknown[]];
  return { sql, parameters };
}

/** Where a page lies among the rows in buckets, and whether its first and its last row are newer than those. */
interface Places {
  readonly first: number;
  readonly last: number;
  readonly startsNew: boolean;
  readonly endsNew: boolean;
}

function placesOf({ order, offset, limit }: AgedPage, { held, fresh }: Counted): Places {
  if (order === 'desc') {
    const first = offset - fresh;
    const last = Math.min(first + limit, held) - 1;
    return { first, last, startsNew: first < 0, endsNew: last < 0 };
  }
  const last = Math.min(offset + limit, held + fresh) - 1;
  return { first: offset, last, startsNew: offset >= held, endsNew: last >= held };
}

/** The least id after one. */
export function after(id: Id): Id {
  return String(BigInt(id) + 1n);
}

function sqlOf(sql: string): Sql {
  return { sql, parameters: [] };
}
