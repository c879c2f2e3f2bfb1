import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type Config } from '../platform/config/config';
import { isFileInUse } from '../platform/database/connection/sqlite/file-in-use';

const SQLITE = 'sqlite:';

/** The file beside an embedded database that says where its store is open; undefined: none is beside it. */
function fileOf({ database }: Pick<Config, 'database'>): string | undefined {
  const isFile = database.url.startsWith(SQLITE) && !database.url.includes(':memory:');
  return isFile ? `${database.url.slice(SQLITE.length)}.address` : undefined;
}

/**
 * Writes down where a store is open, for commands of other terminals. Of several stores on one database, the first counts.
 * @param isBeside whether another process had the database open when this one started @returns removes it again
 */
export function writeAddress(config: Config, address: string, isBeside: boolean): () => void {
  const file = fileOf(config);
  if (file === undefined || (isBeside && existsSync(file))) return () => undefined;
  try {
    // The mode counts for a new file only.
    rmSync(file, { force: true });
    writeFileSync(file, address, { mode: 0o600 });
  } catch {
    // A folder that takes no other file: commands then use the settings.
    return () => undefined;
  }
  return () => {
    if (read(file) === address) rmSync(file, { force: true });
  };
}

/** Returns where the store of this database is open; undefined: none is, or it could not write that down. */
export function writtenAddress(config: Pick<Config, 'database'>): string | undefined {
  const file = fileOf(config);
  // A store that was killed leaves its file behind.
  return file !== undefined && existsSync(file) && isFileInUse(config.database.url) ? read(file) : undefined;
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8') || undefined;
  } catch {
    return undefined;
  }
}
