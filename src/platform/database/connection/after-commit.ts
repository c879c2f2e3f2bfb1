import { type EntityManager, type QueryRunner } from 'typeorm';

const ACTS = 'storekeeper:after-commit';

/**
 * Calls `act` once the transaction is committed, never when it is rolled back. It must return at once and throw
 * nothing: the caller of the transaction waits for it, and nothing can be undone any more.
 */
export function afterCommit(tx: EntityManager, act: () => void): void {
  const { queryRunner } = tx;
  if (queryRunner === undefined) throw new TypeError('afterCommit needs the manager of a transaction');
  const data = queryRunner.data as { [ACTS]?: (() => void)[] };
  (data[ACTS] ??= []).push(act);
}

/** Calls what was left for a transaction that has been committed. */
export function runAfterCommit(queryRunner: QueryRunner): void {
  const data = queryRunner.data as { [ACTS]?: (() => void)[] };
  const acts = data[ACTS] ?? [];
  delete data[ACTS];
  for (const act of acts) act();
}

/** Forgets what was left for a transaction that has been rolled back. */
export function dropAfterCommit(queryRunner: QueryRunner): void {
  delete (queryRunner.data as { [ACTS]?: unknown })[ACTS];
}
