import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, copyFileSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { SqliteConnection } from '../../src/platform/database/connection/sqlite/sqlite-connection';
import { type StoreDataSource } from '../../src/platform/database/connection/store-data-source';
import { openDatabase, storeDataSource } from '../support/database';
import { emptyFolder, ensureBuilt, runCommand, StoreProcess } from '../support/store.process';

/*
 * One SQLite file and several processes: the store that serves, and `store` commands beside it ("The embedded
 * database").
 */

const ROOT = resolve(__dirname, '../..');

beforeAll(ensureBuilt);
afterEach(() => StoreProcess.stopAll());

/** Starts a process of test/support/row-writer.ts. `rows` resolves with the number that it has committed. */
function writer(file: string, role: string, rows = 0) {
  const script = ['--require', './test/support/typescript.register.cjs', 'test/support/row-writer.ts'];
  const child = spawn(process.execPath, [...script, file, role, String(rows)], {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = Promise.all([text(child.stdout), once(child, 'close')]);
  return { rows: ended.then(([count]) => Number(count)), leave: () => child.stdin.end() };
}

describe('two processes that write 100,000 rows to one file, and a third that opens and closes it', () => {
  it('lose none of them', async () => {
    const file = join(emptyFolder(), 'shared.sqlite');
    const connection = new SqliteConnection(file);
    connection.exec('PRAGMA journal_mode = WAL; CREATE TABLE written (writer TEXT, n INTEGER, filler TEXT)');
    connection.close();

    const writers = [writer(file, 'store', 50_000), writer(file, 'command', 50_000)];
    const visitor = writer(file, 'visitor');
    const committed = await Promise.all(writers.map(({ rows }) => rows));
    visitor.leave();
    const visits = await visitor.rows;

    const after = new SqliteConnection(file);
    const held = after.prepare(
      'SELECT writer, COUNT(DISTINCT n) AS rows, MIN(n) AS least, MAX(n) AS most FROM written GROUP BY writer ORDER BY writer',
    );
    expect(committed).toEqual([50_000, 50_000]);
    expect(visits).toBeGreaterThan(1);
    expect(held.all()).toEqual([
      { writer: 'command', rows: 50_000, least: 1, most: 50_000 },
      { writer: 'store', rows: 50_000, least: 1, most: 50_000 },
      { writer: 'visitor', rows: visits, least: 1, most: visits },
    ]);
    expect(after.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    after.close();
  });
});

describe("SQLite's log", () => {
  const digest = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');
  /** More than the 1,000 pages of 4 KiB from which a store folds the log into the file. */
  const fill = (db: StoreDataSource): Promise<unknown> =>
    db.query('CREATE TABLE filler AS SELECT randomblob(5000000) AS bytes');

  it('is left alone by a command of `store` beside a running store', async () => {
    const folder = emptyFolder();
    const file = join(folder, 'store.sqlite');
    const { dataSource } = await openDatabase(`sqlite:${file}`);
    await fill(dataSource);
    const [before, length] = [digest(file), statSync(`${file}-wal`).size];
    const created = await runCommand(folder, { DATABASE_URL: 'sqlite:store.sqlite' }, 'client:create', '--name', 'a');
    expect(created).toMatchObject({ code: 0, stderr: '' });
    expect([digest(file), statSync(`${file}-wal`).size > length]).toEqual([before, true]);
    // The store that serves folds it at its next commit.
    await dataSource.ownFile();
    await dataSource.query('DROP TABLE filler');
    expect(digest(file)).not.toBe(before);
    await dataSource.destroy();
  });

  it('is in the file when the store that served has stopped: the file alone can be copied', async () => {
    const folder = emptyFolder();
    const [file, copy] = [join(folder, 'store.sqlite'), join(folder, 'copy.sqlite')];
    const { dataSource, close } = await openDatabase(`sqlite:${file}`);
    await dataSource.ownFile();
    await dataSource.query("CREATE TABLE last AS SELECT 'words' AS said");
    await close();
    copyFileSync(file, copy);
    const again = await storeDataSource(`sqlite:${copy}`).initialize();
    expect(await again.query('SELECT said FROM last')).toEqual([{ said: 'words' }]);
    await again.destroy();
  });
});

describe('the files of the embedded store', () => {
  const modes = (folder: string): Record<string, string> =>
    Object.fromEntries(
      ['store.sqlite', 'store.sqlite-wal', 'store.sqlite-shm', 'secrets.key'].map((name) => [
        name,
        (statSync(join(folder, 'data', name)).mode & 0o777).toString(8),
      ]),
    );
  const PRIVATE = { 'store.sqlite': '600', 'store.sqlite-wal': '600', 'store.sqlite-shm': '600', 'secrets.key': '600' };

  it('can be read by their owner only, and so can those that an older version has left', async () => {
    const folder = emptyFolder();
    const store = await StoreProcess.api(folder);
    expect(modes(folder)).toEqual(PRIVATE);
    // Without a chance to close its file, it leaves the log.
    await store.stop();
    for (const name of ['store.sqlite', 'store.sqlite-wal', 'store.sqlite-shm'])
      chmodSync(join(folder, 'data', name), 0o644);
    await StoreProcess.api(folder);
    expect(modes(folder)).toEqual(PRIVATE);
  });
});
