import { type DataSource, QueryFailedError } from 'typeorm';

const DUPLICATE = new Set(['ER_DUP_ENTRY', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY']);
/** A deadlock, and the certification conflict of a Galera node: the same work done again may well succeed. */
const TRANSIENT = new Set(['ER_LOCK_DEADLOCK']);
const UNREACHABLE = new Set([
  // Somebody held a lock for all of the waiting time: waiting that long again would only hold up the caller.
  'ER_LOCK_WAIT_TIMEOUT',
  'SQLITE_BUSY',
  'SQLITE_BUSY_SNAPSHOT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'PROTOCOL_CONNECTION_LOST',
  'POOL_CLOSED',
  'ER_SERVER_SHUTDOWN',
  'ER_CON_COUNT_ERROR',
  'ER_TOO_MANY_USER_CONNECTIONS',
  'ER_CONNECTION_KILLED',
  'ER_OPTION_PREVENTS_STATEMENT',
  'ER_UNKNOWN_COM_ERROR',
]);

/** The driver's own code of an error that came through TypeORM or straight from the driver; undefined for any other. */
export function driverCode(error: unknown): string | undefined {
  const source: unknown = error instanceof QueryFailedError ? error.driverError : error;
  if (source === null || typeof source !== 'object') return undefined;
  const code = (source as { code?: unknown }).code;
  return typeof code === 'string' ? code : undefined;
}

/** Whether the same transaction, run again, may well succeed. A duplicate primary key is a drawn id that was taken. */
export function isTransient(error: unknown): boolean {
  const code = driverCode(error);
  return code !== undefined && (TRANSIENT.has(code) || (DUPLICATE.has(code) && isPrimaryKey(error)));
}

/** Whether the database could not be reached or is going down. */
export function isUnreachable(error: unknown): boolean {
  const code = driverCode(error);
  if (code !== undefined) return UNREACHABLE.has(code);
  return error instanceof Error && /Connection lost|connection is in closed state|Pool is closed/.test(error.message);
}

/** Whether a unique key was hit. The transaction stays usable on every engine. */
export function isDuplicate(error: unknown): boolean {
  const code = driverCode(error);
  return code !== undefined && DUPLICATE.has(code);
}

/** Whether a statement named a table that is not there: the database was never brought up to date. */
export function isTableMissing(error: unknown): boolean {
  if (driverCode(error) === 'ER_NO_SUCH_TABLE') return true;
  return error instanceof QueryFailedError && /no such table/.test(error.message);
}

function isPrimaryKey(error: unknown): boolean {
  const message = error instanceof Error ? error.message : '';
  return driverCode(error) === 'SQLITE_CONSTRAINT_PRIMARYKEY' || /for key '(?:[^']*\.)?PRIMARY'/.test(message);
}

/**
 * The wire field of the unique key that was hit. Keys of fields a caller can choose are named `uq_<table>__<field>`;
 * MySQL reports that name, SQLite the columns, which the entity's metadata turns into it.
 */
export function duplicateField(error: unknown, dataSource: DataSource): string | undefined {
  if (!isDuplicate(error) || isPrimaryKey(error)) return undefined;
  const message = error instanceof Error ? error.message : '';
  const named = /for key '(?:[^']*\.)?uq_\w+?__(\w+)'/.exec(message);
  if (named) return named[1];
  return sqliteIndex(message, dataSource)?.split('__')[1];
}

function sqliteIndex(message: string, dataSource: DataSource): string | undefined {
  const columns = /UNIQUE constraint failed: (.+)$/.exec(message)?.[1];
  const table = columns?.split('.', 1)[0];
  const metadata = dataSource.entityMetadatas.find(({ tableName }) => tableName === table);
  return metadata?.indices.find(
    (key) => key.columns.map((column) => `${table}.${column.databaseName}`).join(', ') === columns,
  )?.name;
}
