import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { type DataSourceOptions, type MixedList } from 'typeorm';
import { type PoolOptions } from 'mysql2';
import { serverAddress } from '../config/server-address';
import { DatabaseServers, RefusalWatch } from './database-servers';
import { LibsqlDriver } from './libsql-driver';
import { SnakeNamingStrategy } from './snake-naming.strategy';

/** Entity classes, or migration classes. */
export type Classes = MixedList<new () => object>;

/** What a data source is made of. */
export interface DatabaseParts {
  readonly url: string;
  readonly poolSize?: number;
  /** Whether connections to a server are encrypted; it must prove its name. */
  readonly tls?: boolean;
  readonly entities: (new () => object)[];
  readonly migrations: (new () => object)[];
}

/** TypeORM's options for a `sqlite:`, `mysql:` or `mariadb:` address. The scheme chooses the dialect. */
export function dataSourceOptions(parts: DatabaseParts): DataSourceOptions {
  const shared = {
    entities: parts.entities,
    migrations: parts.migrations,
    namingStrategy: new SnakeNamingStrategy(),
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'each' as const,
  };
  if (parts.url.startsWith('sqlite:')) {
    const path = parts.url.slice('sqlite:'.length);
    if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true });
    return {
      ...shared,
      type: 'better-sqlite3',
      driver: LibsqlDriver,
      database: path,
      enableWAL: true,
      statementCacheSize: 500,
      prepareDatabase: prepareSqlite,
    };
  }
  return {
    ...shared,
    ...serversOf(parts.url),
    type: parts.url.startsWith('mariadb:') ? 'mariadb' : 'mysql',
    timezone: 'Z',
    charset: 'utf8mb4',
    supportBigNumbers: true,
    bigNumberStrings: false,
    poolSize: parts.poolSize ?? 20,
    ...(parts.tls === true ? { ssl: { verifyIdentity: true, minVersion: 'TLSv1.2' } } : {}),
    // A stack trace of mysql2's own for each statement, failed or not; TypeORM's error has the one that helps.
    trace: false,
    extra: { enableKeepAlive: true },
  };
}

/** How long a statement waits while the `store` command has the file for a moment. */
const BUSY_MS = 2_000;

function prepareSqlite(database: { pragma(text: string): void }): void {
  // FULL: an answered write survives a loss of power, not only the end of the process.
  database.pragma('synchronous = FULL');
  database.pragma(`busy_timeout = ${BUSY_MS}`);
}

/** Where the servers are, and the pool over them in place of the driver's own. */
function serversOf(url: string) {
  const address = serverAddress(url, 3306);
  let servers: DatabaseServers | undefined;
  const createPool = (options: PoolOptions): DatabaseServers => {
    const { host = 'localhost', port = 3306 } = options;
    const hosts = address !== undefined && address.hosts.length > 1 ? address.hosts : [{ host, port }];
    return (servers = new DatabaseServers(options, hosts));
  };
  return {
    // TypeORM reads the user, the password and the database from it, and of the servers the first.
    url: url.replace(/,[^@/]*(?=\/|$)/, ''),
    driver: { createPool },
    logger: new RefusalWatch(() => servers),
  };
}
