import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { type DataSource, type DataSourceOptions } from 'typeorm';
import { serverAddress } from '../../config/server-address';
import { StoreDataSource } from './store-data-source';

/** Between two attempts to open the database. */
const RETRY_MS = 1_000;

/** The database could not be opened. The message names its host and the reason, and no password. */
export class DatabaseNotOpened extends Error {
  constructor(place: string, cause: unknown) {
    super(`The database ${place} cannot be opened: ${reasonOf(cause)}. Check DATABASE_URL`, { cause });
    this.name = 'DatabaseNotOpened';
  }
}

/**
 * Opens the database of an address, and tries again while it cannot be opened: a server may start with the store. An
 * attempt that failed leaves no connection behind, which would keep a process from ending.
 * @param attempts at least one
 * @throws DatabaseNotOpened
 */
export async function openDatabase(options: DataSourceOptions, url: string, attempts: number): Promise<DataSource> {
  const logger = new Logger('Database');
  for (let attempt = 1; ; attempt += 1) {
    const dataSource = new StoreDataSource(options);
    try {
      return await dataSource.initialize();
    } catch (error) {
      await dataSource.driver.disconnect().catch(() => undefined);
      const failure = new DatabaseNotOpened(placeOf(url), error);
      if (attempt >= attempts) throw failure;
      logger.warn(`${failure.message}. Trying again (attempt ${attempt} of ${attempts})`);
      await pause(RETRY_MS);
    }
  }
}

/** `db1:3306`, or the path of a file: an address without its user and password. */
export function placeOf(url: string): string {
  if (url.startsWith('sqlite:')) return url.slice('sqlite:'.length);
  const { hosts = [] } = serverAddress(url, 3306) ?? {};
  return hosts.map(({ host, port }) => `${host}:${port}`).join(',');
}

export function reasonOf(cause: unknown): string {
  // A name with several addresses: one failure for each, and a message of its own that is empty.
  if (cause instanceof AggregateError) return cause.errors.map(reasonOf).join('; ');
  return cause instanceof Error ? cause.message : String(cause);
}
