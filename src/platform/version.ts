import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The compiled file is one folder deeper than this one: `dist/src/platform`. */
const MANIFESTS = ['../../package.json', '../../../package.json'].map((path) => join(__dirname, path));

/** The version of the store and of its interface (interface.md, Versioning): that of package.json. @throws Error without one */
function versionOfPackage(): string {
  const manifest = MANIFESTS.find((path) => existsSync(path));
  if (manifest === undefined) throw new Error(`package.json is missing at ${MANIFESTS.join(' and ')}`);
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}

export const VERSION = versionOfPackage();
