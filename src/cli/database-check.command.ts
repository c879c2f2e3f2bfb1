import { SystemClock } from '../kernel/clock';
import { loadConfig } from '../platform/config/config';
import { dataSourceOptions } from '../platform/database/connection/data-source-options';
import { openDatabase, placeOf } from '../platform/database/connection/open-database';
import { checkDatabase } from '../platform/database/fitness/check-database';

/** Connections that the needs are tried on. */
const CONNECTIONS = 3;

/** Tries what the store needs from the database of DATABASE_URL. Exit code 1: something does not fit. @throws DatabaseNotOpened */
export async function databaseCheckCommand(say: (text: string) => void): Promise<void> {
  const { url, tls } = loadConfig().database;
  if (url.startsWith('sqlite:')) {
    say('SQLite is part of the store and fits. It serves one process.');
    return;
  }
  const options = dataSourceOptions({ url, tls, poolSize: CONNECTIONS, entities: [], migrations: [] });
  const dataSource = await openDatabase(options, url, 1);
  try {
    const findings = await checkDatabase(dataSource, new SystemClock());
    for (const { title, fault } of findings)
      say(fault === undefined ? `fits:         ${title}` : `does not fit: ${title}: ${fault}`);
    const missing = findings.filter(({ fault }) => fault !== undefined).length;
    say(
      missing === 0
        ? `${placeOf(url)} fits.`
        : `${placeOf(url)} does not fit in ${missing} of ${findings.length} points.`,
    );
    if (missing > 0) process.exitCode = 1;
  } finally {
    await dataSource.destroy();
  }
}
