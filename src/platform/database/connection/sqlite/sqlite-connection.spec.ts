import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteConnection, type SqliteStatement } from './sqlite-connection';

describe('SqliteConnection', () => {
  let database: SqliteConnection;
  beforeEach(() => {
    database = new SqliteConnection(':memory:');
    database.exec('CREATE TABLE bound (value, text TEXT, whole BIGINT)');
  });
  afterEach(() => database.close());

  const prepare = (sql: string): SqliteStatement => database.prepare(sql);

  /** Returns the stored form of a bound value, and its SQLite type. */
  function stored(value: unknown): unknown {
    prepare('INSERT INTO bound (value) VALUES (?)').run(value);
    return prepare('SELECT value, typeof(value) AS type FROM bound').all()[0];
  }

  it.each([
    ['true', true, { value: 1, type: 'integer' }],
    ['false', false, { value: 0, type: 'integer' }],
    ['a whole number', 5, { value: 5, type: 'integer' }],
    ['the greatest exact number', 9007199254740991, { value: 9007199254740991, type: 'integer' }],
    ['a bigint beyond it', 9007199254740993n, { value: '9007199254740993', type: 'integer' }],
    ['the least bigint', -(2n ** 63n), { value: '-9223372036854775808', type: 'integer' }],
    ['a fraction', 0.5, { value: 0.5, type: 'real' }],
    ['text', 'résumé 🛒', { value: 'résumé 🛒', type: 'text' }],
    ['empty text', '', { value: '', type: 'text' }],
    ['null', null, { value: null, type: 'null' }],
    ['nothing', undefined, { value: null, type: 'null' }],
  ])('stores %s as it is', (_, value, expected) => {
    expect(stored(value)).toEqual(expected);
  });

  it('stores a buffer byte by byte', () => {
    prepare('INSERT INTO bound (value) VALUES (?)').run(Buffer.from([0, 1, 254, 255]));
    expect(prepare('SELECT hex(value) AS bytes FROM bound').all()).toEqual([{ bytes: '0001FEFF' }]);
  });

  it('writes a number into text as people write it', () => {
    prepare('INSERT INTO bound (text, whole) VALUES (?, ?)').run(5, '9223372036854775807');
    expect(prepare('SELECT text, whole FROM bound').all()).toEqual([{ text: '5', whole: '9223372036854775807' }]);
  });

  it.each([
    ['text with a NUL in it, which it would cut', 'a\0b', 'a NUL character cannot be stored'],
    ['a date', new Date(0), 'SQLite can only bind numbers, strings, bigints, buffers and null'],
    ['an object', { a: 1 }, 'SQLite can only bind numbers, strings, bigints, buffers and null'],
    ['a list', [1], 'SQLite can only bind numbers, strings, bigints, buffers and null'],
    ['a symbol', Symbol('s'), 'SQLite can only bind numbers, strings, bigints, buffers and null'],
    ['a bigint of more than 64 bits', 2n ** 63n, 'SQLite integers have at most 64 bits'],
  ])('refuses %s', (_, value, message) => {
    const insert = prepare('INSERT INTO bound (value) VALUES (?)');
    expect(() => insert.run(value)).toThrow(message);
    expect(() => insert.run(1, value)).toThrow();
    expect(prepare('SELECT COUNT(*) AS count FROM bound').all()).toEqual([{ count: 0 }]);
  });

  it('is a SQLite without the race between a checkpoint and a write (fixed in 3.51.3)', () => {
    const [row] = prepare('SELECT sqlite_version() AS version').all();
    const [major = 0, minor = 0, patch = 0] = String(row?.['version']).split('.').map(Number);
    expect(major * 1_000_000 + minor * 1_000 + patch).toBeGreaterThanOrEqual(3_051_003);
  });

  it('tells statements that answer rows from those that change them', () => {
    expect([prepare('SELECT 1'), prepare('DELETE FROM bound')].map(({ reader }) => reader)).toEqual([true, false]);
    prepare('INSERT INTO bound (value) VALUES (1), (2)').run();
    expect(prepare('DELETE FROM bound').run().changes).toBe(2);
  });
});

describe('SqliteConnection on a file that another connection holds', () => {
  let folder: string;
  let [mine, other]: SqliteConnection[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sqlite-'));
    [mine, other] = [0, 1].map(() => new SqliteConnection(join(folder, 'shared.sqlite')));
    mine?.exec('PRAGMA journal_mode = WAL; CREATE TABLE bound (value)');
  });
  afterEach(() => {
    mine?.close();
    other?.close();
    rmSync(folder, { recursive: true });
  });

  const values = (database: SqliteConnection | undefined): unknown[] => {
    const select = database?.prepare('SELECT value FROM bound ORDER BY value');
    return (select?.all() ?? []).map(({ value }) => value);
  };

  it.each([
    ['a write', 'INSERT INTO bound (value) VALUES (1)'],
    ['a write that answers rows', 'INSERT INTO bound (value) VALUES (1) RETURNING value'],
    ['the beginning of a transaction', 'BEGIN IMMEDIATE'],
  ])('refuses %s, and goes on committing what comes after it', (_, sql) => {
    other?.exec('BEGIN IMMEDIATE; INSERT INTO bound (value) VALUES (2)');
    const refused = mine?.prepare(sql);
    expect(() => (refused?.reader ? refused.all() : refused?.run())).toThrow('database is locked');
    other?.exec('COMMIT');
    mine?.exec('INSERT INTO bound (value) VALUES (3)');
    mine?.exec('BEGIN; INSERT INTO bound (value) VALUES (4); COMMIT');
    expect([values(mine), values(other)]).toEqual([
      [2, 3, 4],
      [2, 3, 4],
    ]);
  });
});
