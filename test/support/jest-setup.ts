import { startDatabase } from './database-server';
import { missingServers, startRedis } from './private-servers';
import { reapAbandonedFolders, removeRunFolder, RUN_FOLDER, runFolder } from './run-folder';

const VARIABLE = { mariadb: 'TEST_DATABASE_URL', redis: 'TEST_REDIS_URL' } as const;
const START = { mariadb: startDatabase, redis: startRedis } as const;
type ServerName = keyof typeof VARIABLE;

/**
 * Once before all suites: starts one MariaDB (or MySQL, see `startDatabase`) and one Redis for the run and puts their
 * addresses into `TEST_DATABASE_URL` (`mariadb://user:password@host:port`, no database) and `TEST_REDIS_URL`. An address that is set already is used as it is.
 * A server that is not installed is left out, and suites run without it; with `CI=true` that is an error.
 */
export default async function setUp(): Promise<void> {
  reapAbandonedFolders();
  const wanted = (Object.keys(VARIABLE) as ServerName[]).filter((name) => !process.env[VARIABLE[name]]);
  const missing = missingServers().filter((name) => wanted.includes(name));
  if (missing.length > 0) reportMissing(missing);
  // A run inside a run (a test that starts Jest) has a folder of its own.
  delete process.env[RUN_FOLDER];
  const folder = runFolder();
  try {
    await Promise.all(wanted.filter((name) => !missing.includes(name)).map(start));
  } catch (error) {
    removeRunFolder(folder);
    throw error;
  }
}

async function start(name: ServerName): Promise<void> {
  const server = await START[name]();
  process.env[VARIABLE[name]] = server.url;
  started.push(VARIABLE[name]);
}

/** The variables that this run has set: they are unset with its servers, so that the next run of `--watch` starts anew. */
export const started: string[] = [];

function reportMissing(missing: readonly ServerName[]): void {
  const packages = missing.map((name) => `${name}-server`).join(' and ');
  if (process.env['CI'] === 'true') throw new Error(`CI=true, but not installed: ${packages}`);
  console.warn(`\nNot installed: ${packages}. Suites run without; see CONTRIBUTING.md.`);
}
