import { join } from 'node:path';
import { setImmediate as tick } from 'node:timers/promises';
import { SqliteConnection } from '../../src/platform/database/connection/sqlite/sqlite-connection';
import { openDatabase } from '../support/database';
import { emptyFolder, ensureBuilt, StoreProcess } from '../support/store.process';

/*
 * Another process that has SQLite's lock and does not give it back.
 */

const TOKEN = 'lock-token-0123456789-0123456789';
const HEADERS = { authorization: `Bearer ${TOKEN}` };

beforeAll(ensureBuilt);
afterEach(() => StoreProcess.stopAll());

describe("a process that holds SQLite's lock", () => {
  it('makes writes fail with 503 after two seconds, and stops nothing else of the store', async () => {
    const folder = emptyFolder();
    const store = await StoreProcess.api(folder, { BOOTSTRAP_TOKEN: TOKEN });
    const brands = `${store.url}/v1/brands`;
    const write = (slug: string): Promise<Response> =>
      fetch(brands, { method: 'POST', headers: HEADERS, body: new URLSearchParams({ title: slug, slug }) });
    const holder = new SqliteConnection(join(folder, 'data', 'store.sqlite'));
    holder.exec('BEGIN IMMEDIATE');

    // One after the other: the lock is held for six seconds.
    for (const slug of ['one', 'two', 'three']) {
      let isAnswered = false;
      const refused = write(slug).then(async (answer) => {
        isAnswered = true;
        await answer.arrayBuffer();
        const [code, retryAfter] = ['error-code', 'retry-after'].map((name) => answer.headers.get(name));
        return { status: answer.status, code, retryAfter };
      });
      const served: number[] = [];
      while (!isAnswered) {
        const { status } = await fetch(brands, { headers: HEADERS });
        // A store that waits for the lock without a timer answers the write first, and then all reads.
        if (!isAnswered) served.push(status);
      }
      expect(await refused).toEqual({ status: 503, code: 'database.unavailable', retryAfter: '1' });
      expect([served.length > 3, ...new Set(served)]).toEqual([true, 200]);
    }

    holder.exec('ROLLBACK');
    holder.close();
    expect((await write('four')).status).toBe(201);
    const listed = (await (await fetch(brands, { headers: HEADERS })).json()) as { result: { slug: string }[] };
    expect(listed.result.map(({ slug }) => slug)).toEqual(['four']);
  });

  it.each([
    ['a statement', (db: Awaited<ReturnType<typeof openDatabase>>) => db.dataSource.query('DELETE FROM brands')],
    [
      'a transaction',
      (db: Awaited<ReturnType<typeof openDatabase>>) =>
        db.dataSource.transaction((tx) => tx.query('DELETE FROM brands')),
    ],
  ])('lets %s through as soon as it gives the lock back', async (_, write) => {
    const file = join(emptyFolder(), 'store.sqlite');
    const db = await openDatabase(`sqlite:${file}`);
    const holder = new SqliteConnection(file);
    holder.exec('BEGIN IMMEDIATE');
    let outcome: unknown = 'waiting';
    const writing = write(db).then(() => (outcome = 'written'));
    for (let turns = 0; turns < 50; turns += 1) await tick();
    expect(outcome).toBe('waiting');
    holder.exec('ROLLBACK');
    await writing;
    expect(outcome).toBe('written');
    holder.close();
    await db.close();
  });
});
