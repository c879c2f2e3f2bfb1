import { type DataSource, QueryFailedError } from 'typeorm';

/** A server refuses it where it would refuse a write, but there is no such row. A look at its variables would miss the user's rights. */
export const NO_WRITE = 'UPDATE replica_heartbeats SET beat = 0 WHERE id = 0';

const DUPLICATE = new Set(['ER_DUP_ENTRY', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY']);
/** A deadlock, and the certification conflict of a Galera node: the same work done again may well succeed. */
const TRANSIENT = new Set(['ER_LOCK_DEADLOCK']);
/** A disk that is full, and one that fails otherwise: over its quota, or broken. */
const DISK = new Set(['SQLITE_FULL', 'SQLITE_IOERR']);
const LOCKED = new Set(['SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT']);
/** A new primary of group replication could not wait until it had carried out all that the old one committed. */
const HELD_BACK = ['ER_GR_HOLD_WAIT_TIMEOUT', 'ER_GR_HOLD_KILLED', 'ER_GR_HOLD_MEMBER_STATUS_ERROR'];
/** The server lets the store in no more: its password, its rights or its account changed after the start. */
const SHUT_OUT = [
  'ER_ACCESS_DENIED_ERROR',
  'ER_ACCESS_DENIED_NO_PASSWORD_ERROR',
  'ER_DBACCESS_DENIED_ERROR',
  'ER_ACCOUNT_HAS_BEEN_LOCKED',
  'ER_HOST_IS_BLOCKED',
  'ER_HOST_NOT_PRIVILEGED',
];
const UNREACHABLE = new Set([
  // Another transaction held the lock for the whole waiting time: waiting again would only delay the caller.
  'ER_LOCK_WAIT_TIMEOUT',
  ...LOCKED,
  ...DISK,
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
  'ER_UNKNOWN_COM_ERROR',
  'ER_NORMAL_SHUTDOWN',
  // A Galera node that lost the majority while it committed.
  'ER_ERROR_DURING_COMMIT',
  // So did a node of group replication: it rolls back, but the majority may have the transaction.
  'ER_RUN_HOOK_ERROR',
  'ER_TRANSACTION_ROLLBACK_DURING_COMMIT',
  'ER_SERVER_OFFLINE_MODE',
  ...HELD_BACK,
  ...SHUT_OUT,
]);
/** The server ended the connection, or refused a statement over it: what was not committed is gone. */
const CUT_OFF = new Set([
  // A server that lost the majority, or became a replica: the proxy before it moves on to another one.
  'ER_UNKNOWN_COM_ERROR',
  'ER_OPTION_PREVENTS_STATEMENT',
  'ER_READ_ONLY_MODE',
  // A node that left its group.
  'ER_SERVER_OFFLINE_MODE',
  ...HELD_BACK,
  'ECONNRESET',
  'EPIPE',
  'PROTOCOL_CONNECTION_LOST',
  'ER_CONNECTION_KILLED',
  'ER_SERVER_SHUTDOWN',
  'ER_NORMAL_SHUTDOWN',
]);
/** The server takes no writes at all, such as a replica, or none of this user. */
const READ_ONLY = new Set([
  'ER_OPTION_PREVENTS_STATEMENT',
  'ER_READ_ONLY_MODE',
  'ER_OPEN_AS_READONLY',
  'ER_TABLEACCESS_DENIED_ERROR',
]);
/** Codes of errors after which a transaction is run again; an error without a code is one too. */
export const RETRIED_CODES: readonly string[] = [
  ...TRANSIENT,
  'ER_DUP_ENTRY',
  'SQLITE_CONSTRAINT_PRIMARYKEY',
  'COPY_OUTDATED',
  ...CUT_OFF,
];
const IS_CLOSED = /Connection lost|connection is in closed state/;

/** The driver's own code of an error that came through TypeORM or straight from the driver; undefined for any other. */
export function driverCode(error: unknown): string | undefined {
  const source: unknown = error instanceof QueryFailedError ? error.driverError : error;
  if (source === null || typeof source !== 'object') return undefined;
  const code = (source as { code?: unknown }).code;
  return typeof code === 'string' ? code : undefined;
}

/** Returns whether the same transaction may succeed when run again. A duplicate primary key is a generated id that was taken. */
export function isTransient(error: unknown): boolean {
  return isDeadlock(error) || (isDuplicate(error) && isPrimaryKey(error));
}

/** Returns whether the database rolled this transaction back in favour of another: nothing of it was written. */
export function isDeadlock(error: unknown): boolean {
  return TRANSIENT.has(driverCode(error) ?? '');
}

/** Returns whether the database could not be reached or is going down. */
export function isUnreachable(error: unknown): boolean {
  const code = driverCode(error);
  if (code !== undefined) return UNREACHABLE.has(code);
  return error instanceof Error && /Connection lost|connection is in closed state|Pool is closed/.test(error.message);
}

/**
 * Whether the connection or its server failed under a transaction. Before its COMMIT that transaction is rolled back for
 * certain, and may be run again on another connection; during COMMIT nobody knows.
 */
export function isCutOff(error: unknown): boolean {
  const code = driverCode(error);
  if (code !== undefined) return CUT_OFF.has(code);
  return error instanceof Error && IS_CLOSED.test(error.message);
}

/** Returns whether a statement was refused because it writes. */
export function isReadOnly(error: unknown): boolean {
  return READ_ONLY.has(driverCode(error) ?? '');
}

/** Whether the disk of the embedded database did not take what was written: nothing of it is kept. */
export function isDiskRefusal(error: unknown): boolean {
  return DISK.has(driverCode(error) ?? '');
}

/** Whether another process has SQLite's lock: the statement changed nothing. */
export function isLocked(error: unknown): boolean {
  return LOCKED.has(driverCode(error) ?? '');
}

/** Returns whether a unique key was violated. The transaction stays usable on every engine. */
export function isDuplicate(error: unknown): boolean {
  const code = driverCode(error);
  return code !== undefined && DUPLICATE.has(code);
}

/** Returns whether a statement named a table that does not exist: the database was never migrated. */
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
  return (serverIndex(message) ?? sqliteIndex(message, dataSource))?.split('__')[1];
}

/** The name is what the message ends with; before it stands the value, which may hold anything. */
function serverIndex(message: string): string | undefined {
  const key = message.slice(message.lastIndexOf("for key '"));
  return /^for key '(?:[^']*\.)?(uq_\w+)'/.exec(key)?.[1];
}

function sqliteIndex(message: string, dataSource: DataSource): string | undefined {
  const columns = /UNIQUE constraint failed: (.+)$/.exec(message)?.[1];
  const table = columns?.split('.', 1)[0];
  const metadata = dataSource.entityMetadatas.find(({ tableName }) => tableName === table);
  return metadata?.indices.find(
    (key) => key.columns.map((column) => `${table}.${column.databaseName}`).join(', ') === columns,
  )?.name;
}
