import { type EntityManager } from 'typeorm';
import { frozen } from '../../../kernel/frozen';
import { type VersionedRow } from './store-object';

/** A row as it was read from the database. */
type Read = Pick<VersionedRow, 'id' | 'version' | 'updatedAt'>;

/** Bytes in memory that copies of one kind may take, by their weights. */
const ROOM = 2 ** 24;
/** Bytes that keeping a copy takes besides the copy. */
const ENTRY = 300;

interface Kept<T> {
  /** The version of the row that the parts were read with. */
  readonly state: string;
  readonly parts: T;
  readonly weight: number;
}

/**
 * Copies in memory of rows that belong to another row and change only with its version, as the modifiers of a product do
 * (ADR 10). Every read begins with that row, so its version says whether a copy is current, and no further statement is
 * needed. A copy is never older than the version that was read, also one that another process wrote. The least recently used copies
 * are removed first.
 */
export class VersionedParts<T> {
  /** By the id of the row; the most recently used last. */
  private readonly kept = new Map<string, Kept<T>>();
  private weight = 0;

  /**
   * @param weigh bytes that parts take in memory, roughly
   * @param room bytes that all copies take at most
   */
  constructor(
    private readonly weigh: (parts: T) => number,
    private readonly room = ROOM,
  ) {}

  /**
   * The parts of rows by the rows' ids. They are shared, so those that are kept are frozen.
   * @param rows as they have just been read with this manager
   * @param read the parts of those rows that no copy is kept of; a row that it leaves out has none
   */
  async of<R extends Read>(
    manager: EntityManager,
    rows: readonly R[],
    read: (unknown: readonly R[]) => Promise<ReadonlyMap<string, T>>,
  ): Promise<ReadonlyMap<string, T>> {
    if (rows.length === 0) return new Map();
    // A transaction sees changes that may be rolled back, and makes some before the version rises.
    if (manager.queryRunner?.isTransactionActive === true) return read(rows);
    const found = new Map<string, T>();
    const unknown = rows.filter((row) => {
      const kept = this.find(row);
      if (kept !== undefined) found.set(row.id, kept.parts);
      return kept === undefined;
    });
    if (unknown.length === 0) return found;
    // Read after the rows, so never older than their versions say; once they are committed, no row is read with the older version.
    const parts = await read(unknown);
    for (const row of unknown) {
      const own = parts.get(row.id);
      if (own === undefined) continue;
      found.set(row.id, own);
      this.keep(row, own);
    }
    return found;
  }

  private find(row: Read): Kept<T> | undefined {
    const kept = this.kept.get(row.id);
    if (kept?.state !== stateOf(row)) return undefined;
    this.kept.delete(row.id);
    this.kept.set(row.id, kept);
    return kept;
  }

  private keep(row: Read, parts: T): void {
    this.drop(row.id);
    const weight = ENTRY + this.weigh(parts);
    if (weight > this.room) return;
    this.kept.set(row.id, { state: stateOf(row), parts: frozen(parts), weight });
    this.weight += weight;
    for (const id of this.kept.keys()) {
      if (this.weight <= this.room) return;
      this.drop(id);
    }
  }

  private drop(id: string): void {
    const kept = this.kept.get(id);
    if (kept === undefined) return;
    this.kept.delete(id);
    this.weight -= kept.weight;
  }
}

/** With the time: a database that was restored from a backup counts versions again. */
function stateOf({ version, updatedAt }: Read): string {
  return `${version} ${updatedAt.getTime()}`;
}
