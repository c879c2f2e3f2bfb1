import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { onceInRun } from '../../support/once-in-run';
import { runFolder } from '../../support/run-folder';

const ROOT = resolve(__dirname, '../../..');
const PACKAGE = join(ROOT, 'clients/typescript');
/** All that the client depends on. A test fails when this is not all. */
const DEPENDENCIES = [
  'openapi-fetch',
  'openapi-typescript-helpers',
  'standardwebhooks',
  '@stablelib/base64',
  'fast-sha256',
];
/** Packages that the examples use beside the client: from the store's own installation. */
const BESIDE = ['express', '@photostructure/sqlite', '@types/node', '@types/express', 'undici-types'];

const run = promisify(execFile);

/** An empty project with the packed client in it, made once in a run. */
export async function clientProject(): Promise<string> {
  const folder = join(runFolder(), 'client-project');
  await onceInRun('client-package', () => make(folder));
  return folder;
}

/** The path of the package's CommonJS entry, for Jest, which loads no ES module. */
export async function clientEntry(name: 'index' | 'webhooks'): Promise<string> {
  return join(await clientProject(), 'node_modules/@storekeeper/client/dist/cjs', `${name}.js`);
}

/** Packs the client and its dependencies, and installs them without a network. */
async function make(folder: string): Promise<void> {
  const packed = join(folder, 'packed');
  mkdirSync(packed, { recursive: true });
  const pack = ['pack', '--pack-destination', packed, '--loglevel', 'error'];
  await run('npm', [...pack, PACKAGE], { cwd: ROOT });
  const dependencies = DEPENDENCIES.map((name) => join(ROOT, 'node_modules', name));
  await run('npm', [...pack, '--ignore-scripts', ...dependencies], { cwd: ROOT });
  const archives = readdirSync(packed).map((file) => `file:packed/${file}`);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'shop', private: true, type: 'module' }));
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--loglevel', 'error', ...archives], {
    cwd: folder,
  });
  for (const name of BESIDE) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), link);
  }
  for (const name of readdirSync(join(ROOT, 'examples'))) {
    cpSync(join(ROOT, 'examples', name), join(folder, 'examples', name), { recursive: true });
  }
}

/** Compiles programs of the project as strictly as can be. @returns the compiler's errors, one line each */
export async function compile(folder: string, programs: Readonly<Record<string, string>>): Promise<string[]> {
  for (const [file, text] of Object.entries(programs)) writeFileSync(join(folder, file), text);
  const options = ['--strict', '--noEmit', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
  const language = ['--target', 'es2022', '--module', 'nodenext', '--types', 'node', '--checkJs', '--allowJs'];
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const parameters = [tsc, ...options, ...language, '--ignoreConfig', ...Object.keys(programs)];
  const failed = await run(process.execPath, parameters, { cwd: folder }).catch(({ stdout }: { stdout: string }) => ({
    stdout,
  }));
  // Lines that begin with a blank explain the one before.
  return failed.stdout.split('\n').filter((line) => /^\S/.test(line));
}
