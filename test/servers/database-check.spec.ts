import { type DataSource } from 'typeorm';
import { Clock, SystemClock } from '../../src/kernel/clock';
import { dataSourceOptions } from '../../src/platform/database/connection/data-source-options';
import { openDatabase } from '../../src/platform/database/connection/open-database';
import { checkDatabase } from '../../src/platform/database/fitness/check-database';
import { NEEDS } from '../../src/platform/database/fitness/needs';
import { type Rewrite } from '../../src/platform/database/fitness/session';
import { makeDatabase } from '../support/database';
import { startDatabase } from '../support/database-server';
import { describeWith } from '../support/left-out';
import { type PrivateServer } from '../support/private-servers';
import { emptyFolder, ensureBuilt, runCommand } from '../support/store.process';
import { TEST_SECRETS_KEY } from '../support/store';

const AHEAD_MS = 60_000;

class ClockAhead extends Clock {
  now(): Date {
    return new Date(new SystemClock().now().getTime() + AHEAD_MS);
  }
}

interface Fault {
  readonly title: string;
  readonly rewrite: Rewrite;
  readonly need: RegExp;
  readonly says: RegExp;
  readonly clock?: Clock;
}

const replace =
  (part: RegExp | string, by: string): Rewrite =>
  (sql) =>
    sql.replace(part, by);

/** Databases that do not fit, made of one that does by what they would do with a statement. */
const FAULTS: readonly Fault[] = [
  {
    title: 'reads what is not committed',
    rewrite: replace('READ COMMITTED', 'READ UNCOMMITTED'),
    ...{ need: /READ COMMITTED/, says: /not committed yet/ },
  },
  {
    title: 'keeps the state of the first read',
    rewrite: replace('READ COMMITTED', 'REPEATABLE READ'),
    ...{ need: /READ COMMITTED/, says: /goes on seeing the state of its first read/ },
  },
  {
    title: 'takes no locks for FOR UPDATE',
    rewrite: replace(/ FOR UPDATE$/, ''),
    ...{ need: /FOR UPDATE/, says: /another connection changed a locked row/ },
  },
  {
    title: 'waits in spite of SKIP LOCKED',
    rewrite: replace(' SKIP LOCKED', ''),
    ...{ need: /SKIP LOCKED/, says: /waits for locked rows/ },
  },
  {
    title: 'reads SKIP LOCKED and does not lock',
    rewrite: replace(' FOR UPDATE SKIP LOCKED', ''),
    ...{ need: /SKIP LOCKED/, says: /took the rows 1, 1, 1: SKIP LOCKED skips nothing/ },
  },
  {
    title: 'counts rows that it did not change',
    rewrite: replace('v = v + 1 WHERE id = 2 AND v < 1', 'v = v + 1 WHERE id = 2'),
    ...{ need: /how many rows/, says: /1 and 1 rows instead of 1 and 0/ },
  },
  {
    title: 'has no unique keys',
    rewrite: replace(', UNIQUE KEY uq (s)', ''),
    ...{ need: /unique key/, says: /was accepted/ },
  },
  {
    title: 'answers from a replica that lags',
    rewrite: (sql) => (sql.startsWith('SELECT v') && sql.endsWith('id = 3') ? sql.replace('v', 'v - 1 AS v') : sql),
    ...{ need: /read your writes/, says: /it may be a replica that lags/ },
  },
  {
    title: 'keeps what is rolled back',
    rewrite: (sql) => (sql.startsWith('CREATE TABLE') ? `${sql} ENGINE=MyISAM` : sql),
    ...{ need: /rolled back leaves nothing/, says: /an engine without transactions/ },
  },
  {
    title: 'copies tables to change them',
    rewrite: replace('ADD COLUMN added INT NULL', 'MODIFY v VARCHAR(20) NOT NULL'),
    ...{ need: /online DDL/, says: /^ALTER TABLE … ADD COLUMN .*(?:INPLACE|LOCK)/ },
  },
  {
    title: 'keeps three bytes of a character',
    rewrite: replace('s VARCHAR(64)', 's VARCHAR(64) CHARACTER SET utf8mb3'),
    ...{ need: /texts of all characters/, says: /./ },
  },
  {
    title: 'keeps whole seconds',
    rewrite: replace('DATETIME(3)', 'DATETIME'),
    ...{ need: /milliseconds/, says: /came back as 2026-01-31 12:00:00.000000/ },
  },
  {
    title: 'has another time',
    rewrite: (sql) => sql,
    clock: new ClockAhead(),
    ...{ need: /clock/, says: /^it differs by 60 s/ },
  },
];

describeWith(['mariadb'], 'store database:check (scaling.md, "Check that a database fits")', () => {
  let server: PrivateServer;
  let dataSource: DataSource;
  beforeAll(async () => {
    server = await startDatabase();
    await makeDatabase(server.url, 'shop');
    const url = `${server.url}/shop`;
    dataSource = await openDatabase(dataSourceOptions({ url, poolSize: 3, entities: [], migrations: [] }), url, 1);
  });
  afterAll(async () => {
    await dataSource.destroy();
    await server.stop();
  });
  const tables = async () => (await dataSource.query<unknown[]>('SHOW TABLES')).length;

  it.each(FAULTS)('finds a database that $title', async ({ rewrite, need, says, clock = new SystemClock() }) => {
    const findings = await checkDatabase(dataSource, clock, rewrite);
    expect(findings.find(({ title }) => need.test(title))?.fault).toMatch(says);
    expect([findings.length, await tables()]).toEqual([NEEDS.length, 0]);
  });

  it('is content with this one', async () => {
    await ensureBuilt();
    const env = { DATABASE_URL: `${server.url}/shop`, SECRETS_KEY: TEST_SECRETS_KEY };
    const place = `127.0.0.1:${server.port}`;
    const all = [...NEEDS.map(({ title }) => `fits:         ${title}`), `${place} fits.`, ''].join('\n');
    expect(await runCommand(emptyFolder(), env, 'database:check')).toEqual({ code: 0, stdout: all, stderr: '' });
    expect(await tables()).toBe(0);
  });

  it('says why it cannot try, and that SQLite needs no check', async () => {
    await ensureBuilt();
    const run = (DATABASE_URL: string) =>
      runCommand(emptyFolder(), { DATABASE_URL, SECRETS_KEY: TEST_SECRETS_KEY }, 'database:check');
    const nobody = await run('mariadb://shop@127.0.0.1:1/shop');
    expect([nobody.code, nobody.stderr]).toEqual([
      1,
      expect.stringMatching(/^The database 127.0.0.1:1 cannot be opened: /),
    ]);
    expect((await run('sqlite:shop.sqlite')).stdout).toBe(
      'SQLite is part of the store and fits. It serves one process.\n',
    );
  });
});
