import { type Logger } from 'pino';
import { placeOf, reasonOf } from './open-database';
import { type ServerPool } from './server-pool';

/**
 * Logs one line when the database server is lost and one when it is back, as its pings tell. Between them, each kind of
 * work logs what it could not do, and none of these lines says that the cause is the database.
 */
export function reportDatabase(pool: ServerPool, url: string, logger: Pick<Logger, 'warn' | 'info'>): void {
  const database = placeOf(url);
  let isLost = false;
  pool.watch((error) => {
    if (isLost === (error !== undefined)) return;
    isLost = error !== undefined;
    if (isLost) {
      logger.warn({ database, reason: reasonOf(error) }, 'the database cannot be used: requests fail, and work waits');
    } else logger.info({ database }, 'the database can be used again');
  });
}
