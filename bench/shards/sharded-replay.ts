import { createHash } from 'node:crypto';
import { type Statement } from '../../test/support/recorded-statements';
import { type Place, SHARD_PLAN } from './shard-plan';
import { keysOf, kindOf, type StatementKind, type TableOf, tablesOf } from './statement-reader';

/** The statements of one request. */
export interface Operation {
  readonly name: string;
  readonly statements: readonly Statement[];
}

/** Counts of the operations of one kind on shards. */
export interface Tally {
  /** Transactions that write or lock. */
  transactions: number;
  /** Those that read, write or lock on two databases or more. */
  wide: number;
  /** Those that write or lock on two databases or more, so that they need a two-phase commit. */
  spread: number;
  statements: number;
  /** Statements that every shard must carry out: they do not name the key, or write to a table that each has a copy of. */
  scattered: number;
  /** Statements that the shared database carries out. */
  shared: number;
}

/** Operations on shards, and a shared database beside them. */
export interface Replay {
  readonly all: Tally;
  readonly byName: ReadonlyMap<string, Tally>;
  /** Statements that write, those that lock among them. */
  readonly writes: number;
  /** Writes that each database carries out; the last is the shared one. */
  readonly load: readonly number[];
  /** The number of times that each kind of statement went to all shards: `write payments`, by operation. */
  readonly scattered: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

/** A table of a statement, and the databases that hold the rows. */
interface Part {
  readonly kind: StatementKind;
  readonly on: ReadonlySet<number> | 'copy' | 'writer';
}

interface Routed {
  readonly title: string;
  readonly parts: readonly Part[];
  readonly isScattered: boolean;
}

/** The shard key of an order: its id, or the id of the cart that it was placed from. */
export type HomeOf = (order: string) => string;

/** Carries recorded operations out on `shards` databases and a shared one, as {@link SHARD_PLAN} spreads the rows. */
export function replay(operations: readonly Operation[], shards: number, homeOf: HomeOf): Replay {
  const replayed = new Replayed(shards, homeOf);
  for (const operation of operations) replayed.add(operation);
  return replayed;
}

/** The cart of each order that was placed from one. */
export function cartsOf(operations: readonly Operation[]): Map<string, string> {
  const carts = new Map<string, string>();
  const checkouts: TableOf = { table: 'cart_checkouts', alias: 'cart_checkouts' };
  for (const statement of operations.flatMap(({ statements }) => statements)) {
    if (!/^INSERT INTO \S?cart_checkouts\b/.test(statement.sql)) continue;
    const [[cart], [order]] = [
      keysOf(statement, checkouts, 'cart_id') ?? [],
      keysOf(statement, checkouts, 'order_id') ?? [],
    ];
    if (cart !== undefined && order !== undefined) carts.set(order, cart);
  }
  return carts;
}

const BEGIN = /^\s*(START TRANSACTION|BEGIN)/i;
const END = /^\s*(COMMIT|ROLLBACK)/i;
const none = (): Tally => ({ transactions: 0, wide: 0, spread: 0, statements: 0, scattered: 0, shared: 0 });

/** Parts an operation into transactions; a statement outside of any is one of its own. */
function transactionsOf(statements: readonly Statement[]): Statement[][] {
  const all: Statement[][] = [];
  let open: Statement[] | undefined;
  for (const statement of statements) {
    const begins = BEGIN.test(statement.sql);
    if (begins && open !== undefined)
      throw new Error('two transactions at once: their statements cannot be told apart');
    if (begins) all.push((open = []));
    else if (END.test(statement.sql)) open = undefined;
    else if (open === undefined) all.push([statement]);
    else open.push(statement);
  }
  return all;
}

/** The databases that are known without the rest of the transaction. */
function databasesOf(parts: readonly Part[]): Set<number> {
  return new Set(parts.flatMap(({ on }) => (typeof on === 'string' ? [] : [...on])));
}

const isInsert = ({ sql }: Statement): boolean => /^\s*INSERT\b/i.test(sql);

class Replayed implements Replay {
  readonly all = none();
  readonly byName = new Map<string, Tally>();
  readonly load: number[];
  readonly scattered = new Map<string, Map<string, number>>();
  writes = 0;
  private readonly everywhere: ReadonlySet<number>;
  private readonly shared: number;

  constructor(
    private readonly shards: number,
    private readonly homeOf: HomeOf,
  ) {
    this.shared = shards;
    this.load = Array.from({ length: shards + 1 }, () => 0);
    this.everywhere = new Set(Array.from({ length: shards }, (_, i) => i));
  }

  add({ name, statements }: Operation): void {
    const tally = this.byName.get(name) ?? none();
    this.byName.set(name, tally);
    for (const transaction of transactionsOf(statements)) {
      const routed = transaction.map((statement) => this.routed(statement));
      this.note(name, routed);
      const one = this.transaction(routed);
      for (const key of Object.keys(one) as (keyof Tally)[]) {
        tally[key] += one[key];
        this.all[key] += one[key];
      }
    }
  }

  private note(name: string, routed: readonly Routed[]): void {
    for (const { title } of routed.filter(({ isScattered }) => isScattered)) {
      const times = this.scattered.get(title) ?? new Map<string, number>();
      this.scattered.set(title, times.set(name, (times.get(name) ?? 0) + 1));
    }
  }

  private transaction(routed: readonly Routed[]): Tally {
    const all = routed.flatMap(({ parts }) => parts);
    const held = this.hold(all.filter(({ kind }) => kind !== 'read'));
    const touched = new Set([...held, ...databasesOf(all)]);
    const isWriting = held.size > 0;
    return {
      transactions: Number(isWriting),
      wide: Number(isWriting && touched.size > 1),
      spread: Number(held.size > 1),
      statements: routed.length,
      scattered: routed.filter(({ isScattered }) => isScattered).length,
      shared: routed.filter(({ parts }) => databasesOf(parts).has(this.shared)).length,
    };
  }

  /** Adds writes to the load. @returns the databases that hold locks until the commit */
  private hold(parts: readonly Part[]): ReadonlySet<number> {
    const held = databasesOf(parts);
    // A statement that goes with the writer goes to a shard that the transaction has already; without one, to the shared database.
    const writer = [...held].find((database) => database !== this.shared) ?? this.shared;
    if (parts.length > 0) held.add(writer);
    for (const { on } of parts.filter(({ kind }) => kind === 'write')) {
      this.writes += 1;
      for (const database of typeof on === 'string' ? [writer] : on)
        this.load[database] = (this.load[database] ?? 0) + 1;
    }
    return held;
  }

  private routed(statement: Statement): Routed {
    const kind = kindOf(statement.sql);
    const tables = tablesOf(statement.sql);
    if (tables.length === 0) throw new Error(`no table in: ${statement.sql}`);
    const parts = tables.map((of, i): Part => ({
      // The tables after the first one of a write are read for it.
      kind: kind === 'write' && i > 0 ? 'read' : kind,
      on: this.databases(statement, of, kind === 'write' && i === 0),
    }));
    const title = `${kind} ${[...new Set(tables.map(({ table }) => table))].join(', ')}`;
    return { title, parts, isScattered: parts.some(({ on }) => typeof on !== 'string' && this.isAll(on)) };
  }

  private isAll(on: ReadonlySet<number>): boolean {
    return this.shards > 1 && [...this.everywhere].every((shard) => on.has(shard));
  }

  private databases(statement: Statement, of: TableOf, isWritten: boolean): Part['on'] {
    const place = SHARD_PLAN[of.table];
    if (place === undefined) throw new Error(`${of.table} has no place in the plan: ${statement.sql}`);
    if (place === 'shared') return new Set([this.shared]);
    if (place === 'copied') return isWritten ? new Set([...this.everywhere, this.shared]) : 'copy';
    // A row that a transaction on the shared database writes is there.
    if (place === 'writer') return isInsert(statement) ? 'writer' : new Set([...this.everywhere, this.shared]);
    return this.keyed(statement, of, place);
  }

  private keyed(statement: Statement, of: TableOf, place: Exclude<Place, string>): ReadonlySet<number> {
    const keys = keysOf(statement, of, place.column);
    if (keys === undefined && isInsert(statement)) throw new Error(`no ${place.column} in: ${statement.sql}`);
    if (keys === undefined) return this.everywhere;
    const homes = place.key === 'order' ? keys.map(this.homeOf) : keys;
    return new Set(homes.map((home) => this.shardOf(home)));
  }

  /** Ids rise with time: a hash spreads those of one moment. */
  private shardOf(key: string): number {
    return createHash('sha256').update(key).digest().readUInt32BE() % this.shards;
  }
}
