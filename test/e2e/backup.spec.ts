import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SqliteConnection } from '../../src/platform/database/connection/sqlite/sqlite-connection';
import { emptyFolder, ensureBuilt, runCommand, StoreProcess } from '../support/store.process';

const TOKEN = 'backup-token-0123456789-0123456789';
const HEADERS = { authorization: `Bearer ${TOKEN}` };

beforeAll(ensureBuilt);
afterEach(() => StoreProcess.stopAll());

async function brands(store: StoreProcess): Promise<string[]> {
  const answer = await fetch(`${store.url}/v1/brands?sort=id&order=asc&limit=5`, { headers: HEADERS });
  return ((await answer.json()) as { result: { slug: string }[] }).result.map(({ slug }) => slug);
}

async function makeBrand(store: StoreProcess, slug: string): Promise<number> {
  const body = new URLSearchParams({ title: slug, slug });
  return (await fetch(`${store.url}/v1/brands`, { method: 'POST', headers: HEADERS, body })).status;
}

/** Makes one brand after the other while something goes on. @returns the statuses of the answers, and what it came to */
async function writingWhile<T>(store: StoreProcess, work: () => Promise<T>): Promise<{ during: number[]; result: T }> {
  let isOver = false;
  const during: number[] = [];
  const writing = (async () => {
    for (let i = 0; !isOver; i += 1) during.push(await makeBrand(store, `during-${i}`));
  })();
  const result = await work();
  isOver = true;
  await writing;
  return { during, result };
}

/** Where the first page of a table is in the file. */
function rootPage(file: string, table: string): { readonly start: number; readonly end: number } {
  const database = new SqliteConnection(file);
  const [{ root } = { root: 0 }] = database
    .prepare('SELECT rootpage AS root FROM sqlite_schema WHERE name = ?')
    .all(table) as { root: number }[];
  const [{ page_size: size } = { page_size: 0 }] = database.pragma('page_size') as { page_size: number }[];
  database.close();
  return { start: (root - 1) * size, end: root * size };
}

describe('store backup', () => {
  it('copies the database of a running store, whole, for its owner only', async () => {
    const folder = emptyFolder();
    const env = { BOOTSTRAP_TOKEN: TOKEN };
    const store = await StoreProcess.api(folder, env);
    expect(await makeBrand(store, 'before')).toBe(201);
    // Writes go on meanwhile: the copy is of one moment, and no write fails because of it.
    const { during, result } = await writingWhile(store, () => runCommand(folder, env, 'backup', 'copy.sqlite'));
    const { code, stdout, stderr } = result;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^Written to copy\.sqlite\. Keep the key of the secrets apart/);
    expect(new Set(during)).toEqual(new Set([201]));
    expect(statSync(join(folder, 'copy.sqlite')).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).sort()).toEqual(['copy.sqlite', 'data']);

    const restored = await StoreProcess.api(folder, { ...env, DATABASE_URL: 'sqlite:copy.sqlite' });
    const held = await brands(restored);
    expect(held[0]).toBe('before');
    expect((await brands(store)).slice(0, held.length)).toEqual(held);
  });

  it('and other commands of `store` make no write of a running store fail', async () => {
    const folder = emptyFolder();
    const env = { BOOTSTRAP_TOKEN: TOKEN };
    const store = await StoreProcess.api(folder, env);
    const { during } = await writingWhile(store, async () => {
      for (const name of ['one', 'two', 'three', 'four'])
        await runCommand(folder, env, 'client:create', '--name', name);
    });
    expect(new Set(during)).toEqual(new Set([201]));
  });

  it('writes over nothing, and sends the owner of a server elsewhere', async () => {
    const folder = emptyFolder();
    expect((await runCommand(folder, {}, 'backup', 'copy.sqlite')).stderr).toBe(
      'There is no database at data/store.sqlite.\n',
    );
    expect(readdirSync(folder)).toEqual([]);
    expect((await runCommand(folder, {}, 'migrate')).code).toBe(0);
    writeFileSync(join(folder, 'copy.sqlite'), 'precious');
    expect(await runCommand(folder, {}, 'backup', 'copy.sqlite')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'copy.sqlite exists already: name another file\n',
    });
    expect(statSync(join(folder, 'copy.sqlite')).size).toBe('precious'.length);
    expect((await runCommand(folder, {}, 'backup', 'none/copy.sqlite')).stderr).toBe(
      'none/copy.sqlite cannot be made: its folder does not exist\n',
    );
    expect(existsSync(join(folder, 'none'))).toBe(false);
    expect((await runCommand(folder, {}, 'backup', 'data')).stderr).toBe('data exists already: name another file\n');
    const onServer = {
      DATABASE_URL: 'mariadb://store:secret@db/store',
      SECRETS_KEY: Buffer.alloc(32).toString('base64'),
    };
    expect((await runCommand(folder, onServer, 'backup', 'other.sqlite')).stderr).toBe(
      'This store is on a database server: back it up with mariadb-dump or mysqldump.\n',
    );
  });

  it('says in one line that the database is damaged, and leaves no copy', async () => {
    const folder = emptyFolder();
    expect((await runCommand(folder, {}, 'migrate')).code).toBe(0);
    const database = join(folder, 'data', 'store.sqlite');
    const page = rootPage(database, 'orders');
    writeFileSync(database, readFileSync(database).fill(0xff, page.start, page.end));
    expect(await runCommand(folder, {}, 'backup', 'copy.sqlite')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'copy.sqlite cannot be made: database disk image is malformed\n',
    });
    expect(readdirSync(folder)).toEqual(['data']);
  });
});
