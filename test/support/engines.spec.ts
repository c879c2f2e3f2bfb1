import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { databaseKind } from './database-server';
import { type Engine, ENGINES, onEachEngine } from './engines';
import { redisCommand } from './redis-command';

const server = process.env['TEST_DATABASE_URL'];

async function databaseExists(databaseUrl: string): Promise<boolean> {
  if (databaseUrl.startsWith('sqlite:')) return existsSync(dirname(databaseUrl.slice('sqlite:'.length)));
  const connection = await createConnection((server ?? '').replace('mariadb:', 'mysql:'));
  const [rows] = await connection.query('SHOW DATABASES LIKE ?', [new URL(databaseUrl).pathname.slice(1)]);
  await connection.end();
  return (rows as unknown[]).length === 1;
}

const seen: Engine[] = [];
const existedAtFirst: boolean[] = [];

onEachEngine('each engine', (engine) => {
  beforeAll(async () => {
    seen.push(engine);
    existedAtFirst.push(await databaseExists(engine.databaseUrl));
  });
  afterAll(async () => void existedAtFirst.push(await databaseExists(engine.databaseUrl)));

  it('has an address that no other block has', () => {
    expect(seen.filter(({ databaseUrl }) => databaseUrl === engine.databaseUrl)).toEqual([engine]);
  });

  it('begins empty', async () => {
    const content = async (): Promise<unknown> => {
      if (engine.name === 'sqlite') return readdirSync(dirname(engine.databaseUrl.slice('sqlite:'.length)));
      const connection = await createConnection(engine.databaseUrl.replace('mariadb:', 'mysql:'));
      const [tables] = await connection.query('SHOW TABLES');
      // Left open by a test: the block ends all the same.
      connection.destroy();
      return tables;
    };
    expect(await content()).toEqual([]);
    const keys = engine.redisUrl ? await redisCommand(engine.redisUrl, 'DBSIZE') : ':0\r\n';
    expect(keys).toContain(':0\r\n');
    if (engine.redisUrl) await redisCommand(engine.redisUrl, 'SET left behind');
  });
});

onEachEngine('a second block in the same file', (engine) => {
  beforeAll(() => void seen.push(engine));

  it('has its own database, and a Redis that is empty again', async () => {
    const keys = engine.redisUrl ? await redisCommand(engine.redisUrl, 'DBSIZE') : ':0\r\n';
    expect(keys).toContain(':0\r\n');
  });
});

// Not a test: tests may run in any order, and this comes after all of them.
afterAll(async () => {
  const servers = server ? [databaseKind] : [];
  const isOnServersOnly = databaseKind === 'mysql' || process.env[ENGINES] === 'servers';
  const names = isOnServersOnly ? servers : ['sqlite', ...servers];
  assert.deepEqual(seen.map(({ name }) => name).sort(), [...names, ...names].sort(), 'an engine had no turn');
  assert.equal(new Set(seen.map(({ databaseUrl }) => databaseUrl)).size, seen.length, 'two blocks had one database');
  const left = await Promise.all(seen.map(({ databaseUrl }) => databaseExists(databaseUrl)));
  assert(!left.includes(true), 'a database is left');
  assert(!existedAtFirst.includes(false), 'a database was not there at first, or gone too early');
});
