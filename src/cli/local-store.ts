import { writtenAddress } from '../app/open-address';
import { type Config } from '../platform/config/config';
import { isFileInUse } from '../platform/database/connection/sqlite/file-in-use';
import { localUrl } from './local-url';

/** A command needs a store that runs, and no process has the embedded database open. */
export class NoStoreOpen extends Error {
  constructor() {
    super('No store is open on this database: start it first (npm start)');
    this.name = 'NoStoreOpen';
  }
}

/**
 * Returns where the store of this database is open on this machine: where it wrote that down, otherwise where its settings say. Health checks
 * use `localUrl` alone, because this loads SQLite.
 * @throws ConfigurationError when neither has a port
 */
export function localStoreUrl(config: Pick<Config, 'database' | 'http'>): string {
  return writtenAddress(config) ?? localUrl(config.http.host, config.http.port, 'PORT');
}

/** Does nothing with a database server: its processes may be on other machines. @throws NoStoreOpen, DatabaseNotOpened */
export function requireOpenStore({ database }: Pick<Config, 'database'>): void {
  if (database.embedded && !isFileInUse(database.url)) throw new NoStoreOpen();
}
