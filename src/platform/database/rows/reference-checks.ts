import { type EntityManager } from 'typeorm';
import { ValidationFailed } from '../../../kernel/errors';
import { isId } from '../../../kernel/ids';
import { RecordInUse } from '../connection/database.errors';
import { readBy, readById } from './row-reader';
import { type StoreObject } from './store-object';

/** Returns whether another row refers to the row with this id; a text names that row for people. */
export type ReferenceCheck = (tx: EntityManager, id: string) => Promise<boolean | string>;

/**
 * Finds the references to rows of one kind. There are no foreign keys, and a module does not know those after it: each
 * adds a check for its own rows when it is built, and a removal asks them all under the lock of the row that goes.
 * A transaction that writes such a reference locks the same row ({@link lockRelated}), so no race leaves it dangling.
 */
export class ReferenceChecks {
  private readonly checks: { readonly user: string; readonly isUsed: ReferenceCheck }[] = [];

  /** @param field the wire name of the reference: `tax_band` */
  constructor(private readonly field: string) {}

  /** @param user follows `is used by`: `a shipping method` */
  add(user: string, isUsed: ReferenceCheck): void {
    this.checks.push({ user, isUsed });
  }

  /** @throws RecordInUse naming the first that points to the row */
  async requireNone(tx: EntityManager, id: string): Promise<void> {
    for (const { user, isUsed } of this.checks) {
      const used = await isUsed(tx, id);
      if (used !== false) throw new RecordInUse(this.field, used === true ? user : `${user} ${used}`);
    }
  }
}

/**
 * Returns the row that a relation is about to point to, kept from changes and removal until the transaction ends. The lock is
 * shared: writes that point to the same row, such as products of one tax band, do not wait for each other. So a transaction
 * must not change this row afterwards: two that did would lock each other out.
 * @throws ValidationFailed `<field> does not exist`
 */
export async function lockRelated<T extends StoreObject>(
  tx: EntityManager,
  entity: new () => T,
  id: string,
  field: string,
): Promise<T> {
  const row = isId(id) ? await readById(tx, entity, id, { lock: 'shared' }) : null;
  if (row === null) throw ValidationFailed.of(field, 'does not exist');
  return row;
}

/** Rows by id, each once: what a page of records points to, in one read. @param ids at most a page of them; null: none */
export async function rowsById<T extends { id: string }>(
  manager: EntityManager,
  entity: new () => T,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, T>> {
  const wanted = [...new Set(ids)].filter((id) => id !== null);
  if (wanted.length === 0) return new Map();
  const rows = await readBy(manager, entity, 'id', wanted);
  return new Map(rows.map((row) => [row.id, row]));
}
