import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type OpenThread, ReaderThread } from '../../src/platform/database/connection/reader-thread';
import { SqliteConnection } from '../../src/platform/database/connection/sqlite/sqlite-connection';

const REGISTER = resolve('test/support/typescript.register.cjs');
const THREAD = resolve('src/platform/database/connection/reader.thread.ts');

describe('the thread of reads', () => {
  let folder: string;
  let writer: SqliteConnection;
  let thread: ReaderThread;
  let opened: OpenThread;
  let workers: Worker[];
  const read = (sql: string, parameters: readonly unknown[] = []) => thread.ask(sql, parameters);

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'reader-'));
    const path = join(folder, 'store.sqlite');
    writer = new SqliteConnection(path);
    writer.pragma('journal_mode = WAL');
    writer.exec('CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT)');
    workers = [];
    opened = (of) => {
      const worker = new Worker(THREAD, { workerData: { path: of }, execArgv: ['--require', REGISTER] });
      workers.push(worker);
      return worker;
    };
    thread = new ReaderThread(path, (of) => opened(of));
  });
  afterEach(async () => {
    await thread.close();
    writer.close();
    rmSync(folder, { recursive: true });
  });

  it('reads as the other connections do, what is committed alone, and starts with the first read', async () => {
    expect(workers).toEqual([]);
    writer.exec("INSERT INTO things VALUES (7, 'é'), (9223372036854775807, NULL)");
    writer.exec('BEGIN IMMEDIATE');
    writer.exec("INSERT INTO things VALUES (8, 'open')");
    const all = 'SELECT id, name FROM things ORDER BY id';
    const expected = writer
      .prepare(`${all}`)
      .all()
      .filter(({ id }) => id !== 8);
    expect(await read(all)).toEqual(expected);
    writer.exec('ROLLBACK');
    const asked = [7, '7', 7n, true].map((id) => read('SELECT name FROM things WHERE id = ?', [id]));
    expect(await Promise.all(asked)).toEqual([[{ name: 'é' }], [{ name: 'é' }], [{ name: 'é' }], []]);
    expect(workers).toHaveLength(1);
  });

  it('rejects with the code of SQLite, writes nothing, and goes on', async () => {
    await expect(read('SELECT wrong FROM things')).rejects.toMatchObject({ code: 'SQLITE_ERROR' });
    await expect(read("INSERT INTO things VALUES (1, 'x')")).rejects.toThrow(/readonly/);
    await expect(read('SELECT ?', [{}])).rejects.toThrow('SQLite can only bind');
    expect(await read('SELECT COUNT(*) AS count FROM things')).toEqual([{ count: 0 }]);
  });

  it('answers what was asked before it is closed, and starts again when it is asked later', async () => {
    const asked = read('SELECT 1 AS one');
    await thread.close();
    expect(await asked).toEqual([{ one: 1 }]);
    expect(await read('SELECT 2 AS two')).toEqual([{ two: 2 }]);
    expect(workers).toHaveLength(2);
  });

  it('rejects what nobody answers when the thread dies, and another answers the next', async () => {
    const mute = new Worker('setInterval(() => undefined, 1000)', { eval: true });
    const answering = opened;
    opened = () => mute;
    const dead = read('SELECT 1 AS one').catch(({ message }: Error) => message);
    await mute.terminate();
    opened = answering;
    expect(await dead).toBe('the thread of reads ended');
    expect(await read('SELECT 2 AS two')).toEqual([{ two: 2 }]);
  });
});
