import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { emptyFolder, ensureBuilt, StoreProcess } from '../support/store.process';

/*
 * A disk that is full under the embedded database: a file system of 16 MB in memory where this user may
 * mount one, and everywhere a limit on the size of files, which fails writes as a quota does.
 */

const TOKEN = 'disk-token-0123456789-0123456789';
const HEADERS = { authorization: `Bearer ${TOKEN}` };

beforeAll(ensureBuilt);
afterEach(() => StoreProcess.stopAll());

async function status(url: string, init?: RequestInit): Promise<number> {
  const answer = await fetch(url, init);
  await answer.arrayBuffer();
  return answer.status;
}

/** Writes brands until one is refused. @returns the slugs that were acknowledged, and the refusal */
async function fill(store: StoreProcess, round: string) {
  const slugs: string[] = [];
  for (let i = 0; ; i += 1) {
    const body = new URLSearchParams({ title: 'b', slug: `${round}-${i}`, description: 'x'.repeat(60_000) });
    const answer = await fetch(`${store.url}/v1/brands`, { method: 'POST', headers: HEADERS, body });
    await answer.arrayBuffer();
    if (answer.status !== 201) {
      const told = ['retry-after', 'error-code'].map((name) => answer.headers.get(name));
      return { slugs, refusal: [answer.status, ...told] };
    }
    slugs.push(`${round}-${i}`);
  }
}

/** Size of the largest file of a folder, in bytes: the migrations have made it as large as it is. */
function largestFile(folder: string): number {
  return Math.max(...readdirSync(folder).map((name) => statSync(join(folder, name)).size));
}

/** Writes to a file until the disk is full. */
function grow(file: string): void {
  for (;;) appendFileSync(file, Buffer.alloc(4096));
}

interface Disk {
  /** Takes what a large write left: a small one would still fit. */
  readonly fillUp: () => void;
  readonly makeRoom: () => void;
}

/** Fills the disk, looks at the store, makes room, and looks again. */
async function expectRefusalThenRecovery(store: StoreProcess, { fillUp, makeRoom }: Disk): Promise<void> {
  const ready = `${store.url}/health/ready`;
  expect(await status(ready)).toBe(200);
  const { slugs, refusal } = await fill(store, 'full');
  expect(refusal).toEqual([503, '1', 'database.unavailable']);
  fillUp();
  const whileFull = [ready, ready, `${store.url}/health/live`, `${store.url}/v1/brands?limit=1`];
  const seen = [];
  for (const url of whileFull) seen.push(await status(url, { headers: HEADERS }));
  // What was acknowledged can still be read, and no restart helps: the process stays.
  expect(seen).toEqual([503, 503, 200, 200]);

  makeRoom();
  expect(await status(ready)).toBe(200);
  const body = new URLSearchParams({ title: 'b', slug: 'room' });
  expect(await status(`${store.url}/v1/brands`, { method: 'POST', headers: HEADERS, body })).toBe(201);
  const listed = await fetch(`${store.url}/v1/brands?limit=100&sort=id&order=asc`, { headers: HEADERS });
  const { result } = (await listed.json()) as { result: { slug: string }[] };
  expect(result.map(({ slug }) => slug)).toEqual([...slugs, 'room'].slice(0, 100));
}

describe('a full disk under the embedded database', () => {
  it('is 503 to writers, not ready to a supervisor, and over as soon as there is room', async () => {
    const folder = emptyFolder();
    const disk = join(folder, 'data');
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', disk]);
    try {
      writeFileSync(join(disk, 'ballast'), Buffer.alloc(10 * 1024 * 1024));
      const store = await StoreProcess.api(folder, { BOOTSTRAP_TOKEN: TOKEN });
      const crumbs = join(disk, 'crumbs');
      await expectRefusalThenRecovery(store, {
        fillUp: () => expect(() => grow(crumbs)).toThrow('ENOSPC'),
        makeRoom: () => [join(disk, 'ballast'), crumbs].forEach((file) => rmSync(file)),
      });
      await store.stop();
    } finally {
      execFileSync('umount', ['-l', disk]);
    }
  });

  it('is the same to a store whose files may not grow', async () => {
    const folder = emptyFolder();
    // Without the log of the migrations, the limit lies below the size of the file that readiness tries (`Disk`).
    await (await StoreProcess.api(folder, { BOOTSTRAP_TOKEN: TOKEN })).stop();
    const database = new DatabaseSync(join(folder, 'data', 'store.sqlite'));
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
    const store = await StoreProcess.api(folder, { BOOTSTRAP_TOKEN: TOKEN });
    const limit = (bytes: string): unknown =>
      execFileSync('prlimit', ['--pid', String(store.pid), `--fsize=${bytes}:`]);
    limit(String(largestFile(join(folder, 'data')) + 1_000_000));
    await expectRefusalThenRecovery(store, {
      fillUp: () => limit(String(largestFile(join(folder, 'data')))),
      makeRoom: () => limit('unlimited'),
    });
  });
});
