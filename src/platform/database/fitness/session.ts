import { setTimeout as pause } from 'node:timers/promises';
import { type DataSource, type QueryResult, type QueryRunner } from 'typeorm';

/** Statement that a need sends. Tests replace some, to see the need fail. */
export type Rewrite = (sql: string) => string;

/** A statement that hangs for longer is a fault of the database. */
const ANSWER_MS = 10_000;

/** A connection of its own, over which needs are tried. */
export class Session {
  private constructor(
    private readonly runner: QueryRunner,
    private readonly rewrite: Rewrite,
  ) {}

  static async open(dataSource: DataSource, rewrite: Rewrite): Promise<Session> {
    const session = new Session(dataSource.createQueryRunner(), rewrite);
    // A lock that is not given shows within seconds.
    await session.query('SET SESSION innodb_lock_wait_timeout = 2');
    return session;
  }

  /** @throws what the database answers, or that it does not answer in time */
  async query(sql: string, values: readonly unknown[] = []): Promise<QueryResult> {
    const sent = this.runner.query(this.rewrite(sql), [...values], true);
    const stop = new AbortController();
    const late = pause(ANSWER_MS, undefined, { signal: stop.signal }).then(
      () => Promise.reject(new Error(`no answer within ${ANSWER_MS / 1000} s to: ${sql}`)),
      () => undefined,
    );
    try {
      const answer = await Promise.race([sent, late]);
      if (answer === undefined) throw new Error('the wait for an answer was given up');
      return answer;
    } finally {
      stop.abort();
    }
  }

  /** Begins a transaction as the store does. */
  async begin(): Promise<void> {
    await this.query('SET TRANSACTION ISOLATION LEVEL READ COMMITTED');
    await this.query('START TRANSACTION');
  }

  async commit(): Promise<void> {
    await this.query('COMMIT');
  }

  async rollback(): Promise<void> {
    await this.query('ROLLBACK');
  }

  /** Returns the value of one row and column. */
  async value(sql: string, values: readonly unknown[] = []): Promise<string | undefined> {
    const { records } = await this.query(sql, values);
    const [row] = records as Record<string, unknown>[];
    return row === undefined ? undefined : String(Object.values(row)[0]);
  }

  /** Returns the number of rows that a write changed. */
  async changed(sql: string, values: readonly unknown[] = []): Promise<number> {
    return (await this.query(sql, values)).affected ?? -1;
  }

  async end(): Promise<void> {
    await this.rollback().catch(() => undefined);
    await this.runner.release();
  }
}
