import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The compiled file is one folder deeper than this one: `dist/src/platform`. */
const FOLDERS = ['../..', '../../..'].map((path) => join(__dirname, path));

function findPackage(): string {
  const folder = FOLDERS.find((one) => existsSync(join(one, 'package.json')));
  if (folder === undefined) throw new Error(`package.json is missing in ${FOLDERS.join(' and ')}`);
  return folder;
}

/** The folder of package.json. */
export const PACKAGE_FOLDER = findPackage();
