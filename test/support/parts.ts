import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { alone, long, onEach } from '../parts/apart.cjs';
import { ENGINES } from './engines';

const ROOT = join(__dirname, '../..');
const PARTS = join(ROOT, 'test/parts');

/** Set by `npm run test:servers` for the whole run: only what the parts leave to it. */
const isOnServersOnly = process.env[ENGINES] !== undefined;

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

/** Whether `npm test` leaves blocks of the spec to `npm run test:servers`. */
function isLeftToServers(spec: string): boolean {
  return !isOnEach(spec) && readFileSync(join(ROOT, spec), 'utf8').includes('onEachEngine(');
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
    .filter((path) => !isOnServersOnly || isLeftToServers(path))
    .sort();
}
