import { type DataSource, type EntityManager } from 'typeorm';
import { DatabaseUnavailable } from './database.errors';
import { isCutOff, isTransient, isUnreachable } from './driver-faults';
import { Transactions } from './transactions';

const thrown = (code: string): Error => Object.assign(new Error('refused'), { code });

/** Runs a transaction whose COMMIT fails so the first time. @returns its result, and how often its work ran */
async function commitFails(code: string): Promise<{ result: unknown; runs: number }> {
  let runs = 0;
  let commits = 0;
  const transaction = async (work: (tx: EntityManager) => Promise<unknown>): Promise<unknown> => {
    const result = await work({} as EntityManager);
    commits += 1;
    if (commits === 1) throw thrown(code);
    return result;
  };
  const source = { transaction, entityMetadatas: [] as unknown[] } as unknown as DataSource;
  const result = await new Transactions(source)
    .run(() => Promise.resolve((runs += 1)))
    .catch((error: unknown) => error);
  return { result, runs };
}

describe('a node of group replication', () => {
  it.each(['ER_RUN_HOOK_ERROR', 'ER_TRANSACTION_ROLLBACK_DURING_COMMIT', 'ER_SERVER_OFFLINE_MODE'])(
    'that fails at COMMIT with %s leaves the outcome open: the transaction is not run again',
    async (code) => {
      expect(await commitFails(code)).toEqual({ result: new DatabaseUnavailable(thrown(code)), runs: 1 });
    },
  );

  it('that lost a deadlock at COMMIT rolled back for certain: the transaction is run again', async () => {
    expect(await commitFails('ER_LOCK_DEADLOCK')).toEqual({ result: 2, runs: 2 });
  });

  it.each(['ER_SERVER_OFFLINE_MODE', 'ER_GR_HOLD_WAIT_TIMEOUT', 'ER_OPTION_PREVENTS_STATEMENT'])(
    'that refuses a statement with %s has not written: it is tried again on the new primary',
    (code) => {
      expect(isCutOff(thrown(code))).toBe(true);
    },
  );

  it('that rolled back at COMMIT is unreachable, and nothing that may just be repeated', () => {
    const rolledBack = thrown('ER_TRANSACTION_ROLLBACK_DURING_COMMIT');
    expect([isUnreachable(rolledBack), isTransient(rolledBack), isCutOff(rolledBack)]).toEqual([true, false, false]);
  });
});
