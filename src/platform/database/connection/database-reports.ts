import { type Logger } from 'pino';
import { isReadOnly, NO_WRITE } from './driver-faults';
import { placeOf, reasonOf } from './open-database';
import { type ServerPool } from './server-pool';

/**
 * Logs one line when the database server is lost and one when it is back, as its pings tell, and so when it begins and ends to refuse
 * writes. Between them, each kind of work logs what it could not do, and none of these lines says that the cause is the database.
 */
export function reportDatabase(pool: ServerPool, url: string, logger: Pick<Logger, 'warn' | 'info'>): void {
  const database = placeOf(url);
  let isLost = false;
  let isRefusing = false;
  const tellRefusal = (refusal: unknown): void => {
    const refuses = isReadOnly(refusal);
    // Another failure, such as that of a database that is not migrated, tells nothing about writes.
    if (refuses === isRefusing || (refusal !== undefined && !refuses)) return;
    isRefusing = refuses;
    if (refuses) {
      logger.warn({ database, reason: reasonOf(refusal) }, 'the database is read-only: writes fail, and work waits');
    } else logger.info({ database }, 'the database takes writes again');
  };
  pool.watch((error, refusal) => {
    if (error === undefined) tellRefusal(refusal);
    if (isLost === (error !== undefined)) return;
    isLost = error !== undefined;
    if (isLost) {
      logger.warn({ database, reason: reasonOf(error) }, 'the database cannot be used: requests fail, and work waits');
    } else logger.info({ database }, 'the database can be used again');
  }, NO_WRITE);
}
