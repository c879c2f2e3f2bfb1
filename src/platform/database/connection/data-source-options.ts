import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { type DataSourceOptions } from 'typeorm';
import type * as ServerOptions from './server-options';
import { SqliteConnection } from './sqlite/sqlite-connection';
import { SnakeNamingStrategy } from './snake-naming.strategy';

/** Describes a data source: its address, pool, entities and migrations. */
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
      driver: SqliteConnection,
      database: path,
      prepareDatabase: prepareSqlite,
    };
  }
  // The driver of MySQL is loaded only where there is one.
  const { serverOptions } = createRequire(__filename)('./server-options') as typeof ServerOptions;
  return { ...shared, ...serverOptions(parts) };
}

/** Runs before TypeORM uses the connection, while it may still wait for another process. */
function prepareSqlite(database: SqliteConnection): void {
  database.pragma('journal_mode = WAL');
  // FULL: an answered write survives a loss of power, not only the end of the process.
  database.pragma('synchronous = FULL');
  // Only the store that serves folds the log into the file (StoreDataSource.ownFile), never a command beside it.
  database.pragma('wal_autocheckpoint = 0');
  // SQLite's own wait would block the event loop: SerializedRunner waits instead.
  database.pragma('busy_timeout = 0');
}
