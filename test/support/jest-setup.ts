import { startDatabase } from './database-server';
import { leaveOut } from './left-out';
import { startRedis } from './private-servers';
import { findBrowser, hasGenerators, hasS3Server, missingServers, type ServerName } from './programs.cjs';
import { reapAbandonedFolders, removeRunFolder, RUN_FOLDER, runFolder, temporaryFolder } from './run-folder';

const VARIABLE = { mariadb: 'TEST_DATABASE_URL', redis: 'TEST_REDIS_URL' } as const;
const START = { mariadb: startDatabase, redis: startRedis } as const;

/**
 * Once before all suites: starts one MariaDB (or MySQL, see `startDatabase`) and one Redis for the run and puts their
 * addresses into `TEST_DATABASE_URL` (`mariadb://user:password@host:port`, no database) and `TEST_REDIS_URL`. An address that is set already is used as it is.
 * Tests that need a server, Chromium, or the packages of test/clients/generators and test/clients/s3 are skipped where these
 * are not installed, and the end of the run names them. With `CI=true` that is an error, unless `TEST_WITHOUT` hides them.
 */
export default async function setUp(): Promise<void> {
  process.env['TMPDIR'] ??= temporaryFolder();
  reapAbandonedFolders();
  const wanted = (Object.keys(VARIABLE) as ServerName[]).filter((name) => !process.env[VARIABLE[name]]);
  const missing = missingServers().filter((name) => wanted.includes(name));
  demandInCi([
    ...missing.map((name) => `${name}-server`),
    ...(findBrowser() ? [] : ['chromium']),
    ...(hasGenerators() ? [] : ['test/clients/generators']),
    ...(hasS3Server() ? [] : ['test/clients/s3']),
  ]);
  // A run inside a run (a test that starts Jest) has a folder of its own.
  delete process.env[RUN_FOLDER];
  const folder = runFolder();
  if (missingServers().length > 0) leaveOut(missingServers(), 'test/servers and test/chaos');
  if (!findBrowser()) leaveOut(['browser'], 'test/browser');
  if (!hasGenerators()) leaveOut(['generators'], 'test/clients/generators.spec.ts');
  if (!hasS3Server()) leaveOut(['s3'], 'test/clients/s3.spec.ts');
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

function demandInCi(missing: readonly string[]): void {
  if (missing.length === 0) return;
  if (process.env['CI'] !== 'true' || process.env['TEST_WITHOUT'] !== undefined) return;
  throw new Error(`CI=true, but not installed: ${missing.join(' and ')}`);
}
