import { type RequestHandler } from 'express';
import { type PendingMigrations } from '../database/connection/pending-migrations';

/** Paths that need the tables. Pages, documents and health checks do not. */
const NEEDS_TABLES = /^\/(?:v1\/|oauth\/|console\/session)/;

/** Responds 503 with the number of missing migrations. Once none is missing, it does not check again. */
export function refuseUnmigrated(pending: PendingMigrations): RequestHandler {
  return (request, _response, next) => {
    if (pending.isNone || !NEEDS_TABLES.test(request.path)) next();
    else pending.check().then(() => next(), next);
  };
}
