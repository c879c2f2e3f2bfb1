import { type EntityManager } from 'typeorm';
import { SystemClock } from '../../../kernel/clock';
import { type Config } from '../../config/config';
import { type Transactions } from '../../database/connection/transactions';
import { DatabaseUnavailable } from '../../database/connection/database.errors';
import { type Secrets } from '../../secrets/secrets';
import { IdempotentAnswers } from './idempotent-answers';
import { IdempotencyRecord } from './idempotency-record.entity';

describe('the claim of a request that failed', () => {
  it.each(['release', 'suspend'] as const)(
    'is given back (%s) when the database is back, if it was away',
    async (way) => {
      let isAway = true;
      let given: (statement: unknown[]) => void = () => undefined;
      const whenGiven = new Promise<unknown[]>((resolve) => (given = resolve));
      const tell = (...statement: unknown[]): Promise<void> => Promise.resolve(given(statement.slice(0, 2)));
      const manager = { delete: tell, update: tell } as unknown as EntityManager;
      const repeatable = (statement: (tx: EntityManager) => Promise<unknown>): Promise<unknown> =>
        isAway ? Promise.reject(new DatabaseUnavailable()) : statement(manager);
      const transactions = { repeatable } as unknown as Transactions;
      const config = { retention: { idempotencyHours: 24 } } as Config;
      const answers = new IdempotentAnswers(transactions, new SystemClock(), {} as Secrets, config);

      await expect(answers[way]({ id: 'a', token: 'b' })).rejects.toEqual(new DatabaseUnavailable());
      isAway = false;
      const [entity, where] = await whenGiven;
      expect(entity).toBe(IdempotencyRecord);
      expect(where).toMatchObject({ id: 'a', token: 'b' });
    },
  );
});
