import { type DataSource } from 'typeorm';
import { type MysqlDriver } from 'typeorm/driver/mysql/MysqlDriver';
import { type Metrics } from '../../metrics/metrics';
import { driverCode, RETRIED_CODES } from './driver-faults';
import { type PoolCounts, type ServerPool } from './server-pool';
import { type OnRetry } from './transactions';

/** The cause of an error that has no code. */
const UNKNOWN = 'unknown';

/** The pool of a data source that is on a server. */
export const poolOf = (dataSource: DataSource): ServerPool => (dataSource.driver as MysqlDriver).pool as ServerPool;

/** Shows the pool of connections: those in use, and how many tasks wait for one. SQLite has none and shows nothing. */
export function measurePool(metrics: Metrics, dataSource: DataSource, poolSize: number): void {
  const isEmbedded = dataSource.options.type === 'better-sqlite3';
  const counts = (): PoolCounts | undefined => (isEmbedded ? undefined : poolOf(dataSource).counts);
  metrics.gaugeOf('database_connections', 'Connections of the pool, by state.', 'state', () => {
    const found = counts();
    return found === undefined ? {} : byState(found);
  });
  const most = 'Connections that the pool may have: DATABASE_POOL_SIZE.';
  metrics.gauge('database_connections_max', most, () => (isEmbedded ? undefined : poolSize));
  const waits = 'Tasks that wait for a connection at this moment.';
  metrics.gauge('database_connection_waits', waits, () => counts()?.waits);
}

function byState({ inUse, idle }: PoolCounts): Record<string, number> {
  return { in_use: inUse, idle };
}

/** Counts transactions that were run again, by the code of the database: deadlocks, lost certifications, taken ids. */
export function countRetries(metrics: Metrics): OnRetry {
  const name = 'database_transaction_retries_total';
  const retries = metrics.counter(name, 'Transactions that were run again, by the error of the database.', ['cause']);
  // A series that begins with its first error does not rise, and no rule sees it.
  for (const cause of [...RETRIED_CODES, UNKNOWN]) retries.inc({ cause }, 0);
  return (error) => retries.inc({ cause: driverCode(error) ?? UNKNOWN });
}
