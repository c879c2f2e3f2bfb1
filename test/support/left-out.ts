import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { missingServers, missingTools, type ServerName, type ToolName } from './programs.cjs';
import { runFolder } from './run-folder';

/** One line for each block that was left out: what is missing, a tab, its title. Workers append, the end of the run reads. */
const FILE = 'left-out';

/** Programs and packages that tests need beside the store's own, by the names that the end of the run prints. */
const NEEDS = {
  mariadb: 'mariadb-server',
  redis: 'redis-server',
  browser: 'chromium',
  curl: 'curl',
  git: 'git',
  haproxy: 'haproxy',
  nginx: 'nginx-light',
  caddy: 'caddy',
  s3: 'the packages of test/clients/s3',
  generators: 'the packages of test/clients/generators',
} as const;

/** A `describe` where these programs are installed. Where one is not, the end of the run names it. */
export function describeWith(needs: readonly (ServerName | ToolName)[], title: string, block: () => void): void {
  const missing = [...missingServers(), ...missingTools()].filter((name) => needs.includes(name));
  if (missing.length === 0) {
    describe(`${title}`, () => {
      block();
    });
  } else leaveOut(missing, `"${title}"`);
}

/** Notes what this run leaves out because these are not installed. */
export function leaveOut(missing: readonly (keyof typeof NEEDS)[], what: string): void {
  const packages = missing.map((name) => NEEDS[name]).join(' and ');
  appendFileSync(join(runFolder(), FILE), `${packages}\t${what}\n`);
}

/** One line that names all that the run of this folder left out, and why; undefined when it left out nothing. */
export function leftOut(folder: string): string | undefined {
  const file = join(folder, FILE);
  if (!existsSync(file)) return undefined;
  const titles = new Map<string, Map<string, number>>();
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
    const [packages = '', what = ''] = line.split('\t');
    const counts = titles.get(packages) ?? new Map<string, number>();
    titles.set(packages, counts.set(what, (counts.get(what) ?? 0) + 1));
  }
  const groups = [...titles].sort().map(([packages, counts]) => `without ${packages}: ${named(counts)}`);
  return `Left out ${groups.join('; ')}. See CONTRIBUTING.md.`;
}

function named(counts: ReadonlyMap<string, number>): string {
  return [...counts]
    .sort()
    .map(([what, count]) => (count === 1 ? what : `${count} ${what}`))
    .join(', ');
}
