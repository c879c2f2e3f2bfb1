import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_FOLDER } from './package-folder';

/** The version of the store and of its interface (interface.md, Versioning): that of package.json. */
export const VERSION = (JSON.parse(readFileSync(join(PACKAGE_FOLDER, 'package.json'), 'utf8')) as { version: string })
  .version;

/** The file that the build writes into `dist`. */
const FILE = join(__dirname, '../../VERSION');

/** The release and the build, which differ between two builds of one version: `1.3.0+3f2a9c1d04be`. Of sources that run unbuilt, the version. */
export const RELEASE = existsSync(FILE) ? readFileSync(FILE, 'utf8').trim() : VERSION;
