import { type EntityManager, type QueryRunner } from 'typeorm';

const ACTS = 'storekeeper:before-commit';

/**
 * Calls `act` right before the transaction is committed, after all else that it writes: for rows that many transactions want, whose
 * locks are short then. What it throws rolls the transaction back.
 */
export function beforeCommit(tx: EntityManager, act: () => Promise<void>): void {
  const { queryRunner } = tx;
  if (queryRunner?.isTransactionActive !== true) throw new TypeError('beforeCommit needs the manager of a transaction');
  const data = queryRunner.data as { [ACTS]?: (() => Promise<void>)[] };
  (data[ACTS] ??= []).push(act);
}

/** Calls what was left for a transaction that is about to be committed, one after the other. */
export async function runBeforeCommit(queryRunner: QueryRunner): Promise<void> {
  const data = queryRunner.data as { [ACTS]?: (() => Promise<void>)[] };
  const acts = data[ACTS] ?? [];
  delete data[ACTS];
  for (const act of acts) await act();
}
