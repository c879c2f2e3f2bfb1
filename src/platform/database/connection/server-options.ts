import { type PoolOptions } from 'mysql2';
import { type MysqlDataSourceOptions } from 'typeorm/driver/mysql/MysqlDataSourceOptions';
import { ServerPool } from './server-pool';

/** Time-out of a connection attempt, milliseconds: a server behind a firewall does not respond at all. */
const CONNECT_MS = 5_000;

/** Settings of the connection to the servers, as in `DatabaseParts`. */
interface ServerParts {
  readonly url: string;
  readonly poolSize?: number;
  readonly tls?: boolean;
}

/** TypeORM's options for a `mysql:` or `mariadb:` address, beside those that every database has. */
export function serverOptions(parts: ServerParts): MysqlDataSourceOptions {
  return {
    url: parts.url,
    // The driver's own pool lets its takers wait without end.
    driver: { createPool: (options: PoolOptions) => new ServerPool(options) },
    type: parts.url.startsWith('mariadb:') ? 'mariadb' : 'mysql',
    timezone: 'Z',
    charset: 'utf8mb4',
    supportBigNumbers: true,
    bigNumberStrings: false,
    poolSize: parts.poolSize ?? 20,
    connectTimeout: CONNECT_MS,
    ...(parts.tls === true ? { ssl: { verifyIdentity: true, minVersion: 'TLSv1.2' } } : {}),
    // A stack trace of mysql2's own for each statement, failed or not; TypeORM's error has the one that helps.
    trace: false,
    extra: { enableKeepAlive: true },
  };
}
