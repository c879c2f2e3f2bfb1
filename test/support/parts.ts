import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { alone, long, onEach } from '../parts/apart.cjs';
import { ENGINES } from './engines';

const ROOT = join(__dirname, '../..');
const PARTS = join(ROOT, 'test/parts');

/**
 * Set for the whole run, it takes only specs that have something to do on servers: those that `npm test` runs on MariaDB too where it
 * is installed, and those that need another program; or with `TEST_SPECS=sqlite-only` (`npm run test:servers`) the others.
 */
const isOnServersOnly = process.env[ENGINES] !== undefined;
const areSqliteOnly = process.env['TEST_SPECS'] === 'sqlite-only';

/** Parts that `npm run test:browser` runs. */
const BROWSER = 'test/browser/';

/**
 * Runs one part of all specs as one file of Jest's, each in a `describe` with the name of its file. Jest loads every module anew
 * for each file, and loading the store takes 2.6 s of processor time, longer than most specs do (ADR 16).
 * @param file the path of the part: of its folder's specs, those of test/browser or all others, each part has its share
 */
export function runPart(file: string): void {
  const parts = readdirSync(dirname(file)).filter((name) => name.endsWith('.part.ts'));
  const part = parts.sort().indexOf(basename(file));
  const areInBrowser = dirname(file) !== PARTS;
  for (const [at, spec] of specs(areInBrowser).entries()) {
    if (at % parts.length !== part) continue;
    describe(`${spec}`, () => {
      if (!isOnServersOnly) process.env[ENGINES] = isOnEach(spec) ? 'embedded,servers' : 'embedded';
      jest.requireActual(join(ROOT, spec));
    });
  }
}

function isOnEach(spec: string): boolean {
  return onEach.some((beginning) => spec.startsWith(beginning));
}

function hasBlocksForServers(spec: string): boolean {
  const source = readFileSync(join(ROOT, spec), 'utf8');
  if (areSqliteOnly) return !isOnEach(spec) && source.includes('onEachEngine(');
  const isOfServers = isOnEach(spec) && (source.includes('onEachEngine(') || spec.startsWith('test/servers/'));
  return isOfServers || /\b(?:describeWith|hasGenerators)\(/.test(source);
}

/** The paths of all specs of a folder of parts that are neither apart from the parts nor without the programs that they need. */
function specs(areInBrowser: boolean): string[] {
  const config = jest.requireActual<{ testPathIgnorePatterns: string[] }>(join(ROOT, 'jest.config.js'));
  const ignored = config.testPathIgnorePatterns.map((pattern) => new RegExp(pattern.replace('<rootDir>', ROOT)));
  return ['src', 'test', 'console/src']
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(ROOT, folder, name)),
    )
    .filter((path) => path.endsWith('.spec.ts') && !ignored.some((pattern) => pattern.test(path)))
    .map((path) => relative(ROOT, path))
    .filter((path) => path.startsWith(BROWSER) === areInBrowser)
    .filter((path) => !alone.includes(path) && !long.some((name) => path.startsWith(name)))
    .filter((path) => !isOnServersOnly || hasBlocksForServers(path))
    .sort();
}
