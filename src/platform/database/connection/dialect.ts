import { type EntityManager } from 'typeorm';

/** Returns whether a manager's database is the embedded one, whose transactions run one at a time and need no row locks. */
export function isEmbedded({ dataSource }: Pick<EntityManager, 'dataSource'>): boolean {
  return dataSource.options.type === 'better-sqlite3';
}

/** The option of TypeORM that locks rows for a change. None on the embedded database. */
export function rowLock(tx: EntityManager): { mode: 'pessimistic_write' } | undefined {
  return isEmbedded(tx) ? undefined : { mode: 'pessimistic_write' };
}

/** The end of a SELECT that locks rows against changes, for several transactions at once. Empty on the embedded database. */
export function sharedLock(tx: EntityManager): string {
  return isEmbedded(tx) ? '' : ' LOCK IN SHARE MODE';
}
