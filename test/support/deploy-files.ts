import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { environment } from '../../src/platform/config/environment';

const ROOT = resolve(__dirname, '../..');

/** Returns the text of a file, by its path from the root of the repository. */
export const readDeployed = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** A YAML file of one document, its anchors and merges resolved. */
export const readYaml = <T>(file: string): T => parse(readDeployed(file), { merge: true }) as T;

/** Every document of a YAML text. @throws when one has a fault of syntax */
export function documentsOf<T>(text: string): T[] {
  return parseAllDocuments(text).map((document) => {
    const [fault] = document.errors;
    if (fault !== undefined) throw new SyntaxError(fault.message);
    return document.toJS() as T;
  });
}

/** Settings that must come from a place for secrets, never from a file of this repository. */
export const SECRET_SETTINGS = [
  'BOOTSTRAP_TOKEN',
  'DATABASE_REPLICA_URL',
  'DATABASE_URL',
  'FILES_ACCESS_KEY_ID',
  'FILES_SECRET_ACCESS_KEY',
  'REDIS_URL',
  'SECRETS_KEY',
] as const;

/** Names that are no setting of the store. */
export const unknownSettings = (names: readonly string[]): string[] =>
  names.filter((name) => !Object.hasOwn(environment, name));

/** Paths of a probe that no GET of the API document answers. */
export function unknownPaths(paths: readonly string[]): string[] {
  const { paths: known } = JSON.parse(readDeployed('openapi.json')) as { paths: Record<string, { get?: object }> };
  return paths.filter((path) => known[path]?.get === undefined);
}

/**
 * Returns the faults in the arguments of node in a command, such as `['dist/src/cli/store.js', 'migrate']`: a script that
 * is not built from any source, or a subcommand or option that the `store` command does not have.
 */
export function commandFaults([script = '', ...rest]: readonly string[]): string[] {
  const source = script.replace(/^dist\//, '').replace(/\.js$/, '.ts');
  if (!script.startsWith('dist/src/') || !existsSync(join(ROOT, source))) return [`${script} is not built`];
  if (!source.endsWith('/store.ts')) return [];
  const text = readDeployed(source);
  const known = [...text.matchAll(/(?:command|ption)\('(-*[\w:-]+)/g)].map(([, word]) => word);
  return rest.filter((word) => !known.includes(word)).map((word) => `store has no ${word}`);
}

/** A setting of seconds as it is when nobody sets it. */
export const SHUTDOWN_SECONDS = Number(environment.SHUTDOWN_SECONDS.default);

/** `NAME=value` lines, comments left out: of a file that systemd or compose reads. */
export function environmentFile(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => /^[A-Z_]+=/.test(line));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}
