import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describeWith } from '../support/left-out';
import { emptyFolder, ensureBuilt } from '../support/store.process';
import { VERSION } from '../../src/platform/version';

const ROOT = resolve(__dirname, '../..');
/** Files that the store is built from, beside the build itself. */
const SOURCES = [
  'src',
  'console',
  'clients',
  'node_modules',
  '.swcrc',
  'ormconfig.ts',
  'package.json',
  'package-lock.json',
];
const AUTHOR = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'commit.gpgsign=false'];

/** A folder with the sources, built already, as an archive of them is unpacked: without git. */
function unpacked(): string {
  const folder = emptyFolder();
  for (const name of SOURCES) symlinkSync(join(ROOT, name), join(folder, name));
  copyFileSync(join(ROOT, 'build.mjs'), join(folder, 'build.mjs'));
  cpSync(join(ROOT, 'dist'), join(folder, 'dist'), { recursive: true });
  return folder;
}

/** Builds what has changed. @returns the file that names the build */
function built(folder: string, release = ''): string {
  const env = { PATH: process.env['PATH'], RELEASE: release };
  execFileSync(process.execPath, ['build.mjs', '--if-changed'], { cwd: folder, env, stdio: 'pipe' });
  return readFileSync(join(folder, 'dist/VERSION'), 'utf8');
}

/** The start of the hash of the sources. */
const build = (): string => readFileSync(join(ROOT, 'dist/.built-from'), 'utf8').slice(0, 12);

describe('the release of a build', () => {
  beforeAll(ensureBuilt);

  it('is the version of package.json where there is no git', () => {
    const folder = unpacked();
    expect(built(folder)).toBe(`${VERSION}+${build()}\n`);
  });

  it('is the one it is told, which takes no other text', () => {
    const folder = unpacked();
    expect(built(folder, 'v9.1.0-4-g80ce522')).toBe(`9.1.0-4-g80ce522+${build()}\n`);
    expect(() => built(folder, 'v9 <b>')).toThrow('RELEASE takes letters, digits, dots and hyphens: v1.3.0');
  });
});

describeWith(['git'], 'the release of a build from git', () => {
  beforeAll(ensureBuilt);

  it('is the newest tag, and the commit behind it', () => {
    const folder = unpacked();
    const git = (...args: string[]): unknown =>
      execFileSync('git', [...AUTHOR, ...args], { cwd: folder, stdio: 'pipe' });
    git('init', '--quiet');
    git('commit', '--quiet', '--allow-empty', '--message', 'one');
    expect(built(folder)).toBe(`${VERSION}+${build()}\n`);
    git('tag', 'v9.2.0');
    git('tag', 'other');
    expect(built(folder)).toBe(`9.2.0+${build()}\n`);
    git('commit', '--quiet', '--allow-empty', '--message', 'two');
    expect(built(folder)).toMatch(/^9\.2\.0-1-g[\da-f]+\+[\da-f]{12}\n$/);
  });
});
