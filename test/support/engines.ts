import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { databaseKind } from './database-server';
import { leaveOut } from './left-out';
import { redisCommand } from './redis-command';
import { runFolder } from './run-folder';

/** One of the two ways the store runs (ARCHITECTURE.md): embedded, or with servers, of which the database is either kind. */
export interface Engine {
  readonly name: 'sqlite' | 'mariadb' | 'mysql';
  /** Value of `DATABASE_URL`: an empty database that nobody else uses, there from the first hook of the block on. */
  readonly databaseUrl: string;
  /** Value of `REDIS_URL`: an empty Redis database that nobody else uses. Undefined: the queue runs in process. */
  readonly redisUrl: string | undefined;
}

/** The variable that limits the blocks for each engine to `embedded`, `servers` or both, separated by commas; both without it. */
export const ENGINES = 'TEST_ENGINES';

/**
 * A `describe` for each engine on this machine: `title (sqlite)` and, when `TEST_DATABASE_URL` is set, `title (mariadb)`;
 * otherwise the end of the run says that the second is left out.
 * With `MYSQLD` there is `title (mysql)` and nothing else: what it has in common with the others they have shown.
 * Its database is made before the block's own hooks and dropped after them; what the block opens it must close itself.
 * Blocks may run at the same time in any number of Jest workers and runs.
 *
 *     onEachEngine('orders', (engine) => {
 *       beforeAll(async () => (store = await startStore(engine.databaseUrl)));
 *       afterAll(() => store.close());
 *       it('...', ...);
 *     });
 */
export function onEachEngine(title: string, block: (engine: Engine) => void): void {
  const wanted = process.env[ENGINES]?.split(',') ?? ['embedded', 'servers'];
  if (databaseKind === 'mariadb' && wanted.includes('embedded')) describeOn(title, sqlite(), block);
  if (!wanted.includes('servers')) return;
  const server = process.env['TEST_DATABASE_URL'];
  if (server) describeOn(title, withServers(server), block);
  else leaveOut(['mariadb'], 'blocks of tests that run on each engine');
}

interface Home {
  readonly engine: Engine;
  readonly make: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

function describeOn(title: string, { engine, make, remove }: Home, block: (engine: Engine) => void): void {
  describe(`${title} (${engine.name})`, () => {
    // Jest runs hooks of one kind in the order they were written: ours must be first before, and last after.
    beforeAll(make);
    block(engine);
    afterAll(remove);
  });
}

function sqlite(): Home {
  const folder = join(runFolder(), `sqlite-${randomName()}`);
  return {
    engine: { name: 'sqlite', databaseUrl: `sqlite:${join(folder, 'store.sqlite')}`, redisUrl: undefined },
    make: async () => void mkdirSync(folder),
    // The whole folder: the write-ahead log and its index lie beside the file.
    remove: async () => rmSync(folder, { recursive: true }),
  };
}

function withServers(server: string): Home {
  const name = `store_${randomName()}`;
  const redisUrl = redisOfThisWorker();
  return {
    engine: { name: databaseKind, databaseUrl: `${server.replace(/\/$/, '')}/${name}`, redisUrl },
    make: async () => {
      await execute(server, `CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
      if (redisUrl) await redisCommand(redisUrl, 'FLUSHDB');
    },
    remove: () => execute(server, `DROP DATABASE ${name}`),
  };
}

// A worker runs one block at a time, and its number is its own within a run: so is the Redis database with that number.
function redisOfThisWorker(): string | undefined {
  const server = process.env['TEST_REDIS_URL'];
  return server && `${server.replace(/\/$/, '')}/${process.env['JEST_WORKER_ID'] ?? '1'}`;
}

async function execute(server: string, sql: string): Promise<void> {
  // mysql2 knows the scheme `mysql` only.
  const connection = await createConnection(server.replace(/^mariadb:/, 'mysql:'));
  try {
    // A transaction that a test left open would hold DROP up for a day: say so after 10 s.
    await connection.query('SET lock_wait_timeout = 10');
    await connection.query(sql);
  } finally {
    await connection.end();
  }
}

function randomName(): string {
  return randomBytes(8).toString('hex');
}
