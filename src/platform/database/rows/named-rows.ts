import { type EntityManager } from 'typeorm';
import { isId } from '../../../kernel/ids';
import { readBy } from './row-reader';

/** Names looked up by one statement: they fit into it on every engine. */
const BATCH = 500;

/**
 * Finds rows by id, or else by slug to the letter, in two statements for each 500 names. Names that are of no row are left out.
 * @returns by the name that was asked for
 */
export async function namedRows<T extends { id: string; slug: string }>(
  manager: EntityManager,
  entity: new () => T,
  names: Iterable<string>,
): Promise<ReadonlyMap<string, T>> {
  const wanted = [...new Set(names)];
  const found = new Map<string, T>();
  for (let i = 0; i < wanted.length; i += BATCH) {
    const batch = wanted.slice(i, i + BATCH);
    const ids = batch.filter(isId);
    // A database may find a slug in another case; one name stands for one row here.
    for (const row of await readBy(manager, entity, 'slug', batch))
      if (batch.includes(row.slug)) found.set(row.slug, row);
    if (ids.length > 0) for (const row of await readBy(manager, entity, 'id', ids)) found.set(row.id, row);
  }
  return found;
}
