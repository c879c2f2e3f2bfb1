import { Conflict, Invalid, Unavailable } from '../../../kernel/errors';

/**
 * The database cannot be reached, or refuses work for now. Nothing was written, unless the connection was lost during the
 * commit: then the outcome is unknown. Send an Idempotency-Key with a request that must not happen twice.
 */
export class DatabaseUnavailable extends Unavailable {
  readonly code = 'database.unavailable';
  override readonly retryAfter = 1;
  constructor(cause?: unknown) {
    super('The store is not available right now, try again', cause);
  }
}

/** The server of the database is read-only, such as a replica, or its user may not write. Nothing was written. */
export class DatabaseReadOnly extends Unavailable {
  readonly code = 'database.read_only';
  override readonly retryAfter = 1;
  constructor(cause?: unknown) {
    super('The database is read-only, or its user may not write: DATABASE_URL must name the primary', cause);
  }
}

/** The database lacks migrations that this version needs. Nothing was read or written. */
export class DatabaseNotMigrated extends Unavailable {
  readonly code = 'database.not_migrated';
  constructor(count: number) {
    super(`${count} ${count === 1 ? 'migration' : 'migrations'} missing: run npm run migrate`);
  }
}

/** All connections of the process to the database were in use for too long. Nothing was written. */
export class DatabaseBusy extends Unavailable {
  readonly code = 'database.busy';
  override readonly retryAfter = 1;
  constructor() {
    super('The store is overloaded right now, try again');
  }
}

/** The record was changed or removed since the caller read it (`If-Match`). */
export class StaleRecord extends Conflict {
  readonly code = 'record.stale';
  constructor() {
    super('The record has changed since it was read: its ETag does not match If-Match');
  }
}

/** The record cannot be removed while other records refer to it. */
export class RecordInUse extends Invalid {
  readonly code = 'record.in_use';
  /** @param field the wire name of the record @param user the record that refers to it: `a shipping method` */
  constructor(field: string, user: string) {
    super({ [field]: [`${field} is used by ${user}`] });
  }
}
