import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

/** By name and version. Vendure is GPL: it stays outside of the repository. */
const PACKAGES = {
  '@vendure/core': '3.7.3',
  '@vendure/job-queue-plugin': '3.7.3',
  bullmq: '5.81.5',
  ioredis: '5.11.1',
  mysql2: '3.24.6',
};
export const VENDURE = PACKAGES['@vendure/core'];
export const VENDURE_PROGRAM = resolve('bench/peers/vendure.cjs');

/** Installs Vendure into a folder outside of the repository, unless these versions are there. @returns the folder */
export async function installVendure(): Promise<string> {
  const folder = join(tmpdir(), `storekeeper-peers-vendure-${VENDURE}`);
  const manifest = join(folder, 'package.json');
  const wanted = JSON.stringify({ private: true, dependencies: PACKAGES });
  const isThere = existsSync(join(folder, 'installed')) && readFileSync(join(folder, 'installed'), 'utf8') === wanted;
  if (isThere) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(manifest, wanted);
  // A package that Vendure needs asks for a newer Node.js than Vendure itself.
  const quiet = ['--no-audit', '--no-fund', '--no-engine-strict'];
  const args = ['install', ...quiet, '--ignore-scripts', '--prefix', folder];
  await promisify(execFile)('npm', args, { cwd: folder, maxBuffer: 1 << 24 });
  // Written last: an installation that was interrupted is repeated.
  writeFileSync(join(folder, 'installed'), wanted);
  return folder;
}
