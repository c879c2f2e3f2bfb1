import { type DataSource } from 'typeorm';
import { type Clock } from '../../../kernel/clock';
import { randomToken } from '../../../kernel/ids';
import { NEEDS } from './needs';
import { type Rewrite, Session } from './session';

/** Whether a need is met. */
export interface Finding {
  readonly title: string;
  /** Undefined: it is met. */
  readonly fault: string | undefined;
}

/**
 * Tries each need of the store against a MySQL or MariaDB server, in a table of its own that it removes.
 * @param dataSource with three connections @throws what the server answers when the table cannot be made
 */
export async function checkDatabase(
  dataSource: DataSource,
  clock: Clock,
  rewrite: Rewrite = (sql) => sql,
): Promise<Finding[]> {
  const table = `storekeeper_check_${randomToken(6).replace(/\W/g, '').toLowerCase()}`;
  const sessions = await Promise.all([0, 1, 2].map(() => Session.open(dataSource, rewrite)));
  const [a, b, c] = sessions as [Session, Session, Session];
  await a.query(
    `CREATE TABLE ${table} (id BIGINT NOT NULL PRIMARY KEY, v INT NOT NULL, s VARCHAR(64), at DATETIME(3), UNIQUE KEY uq (s))`,
  );
  try {
    await a.query(`INSERT INTO ${table} (id, v, s) VALUES (1, 0, 'one'), (2, 0, 'two'), (3, 0, 'three')`);
    const findings: Finding[] = [];
    for (const { title, tryOut } of NEEDS) {
      const fault = await tryOut({ table, a, b, c, clock }).catch((error: unknown) =>
        error instanceof Error ? error.message : String(error),
      );
      findings.push({ title, fault });
      if (fault !== undefined) await Promise.all(sessions.map((session) => session.rollback().catch(() => undefined)));
    }
    return findings;
  } finally {
    await Promise.all(sessions.map((session) => session.rollback().catch(() => undefined)));
    await a.query(`DROP TABLE ${table}`).catch(() => undefined);
    await Promise.all(sessions.map((session) => session.end()));
  }
}
