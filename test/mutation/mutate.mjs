// `npm run mutate -- kernel`: changes the code of a folder (folders.mjs), one place at a time, and lists the changes that no spec
// notices. Exits with 1 below 90 %. Arguments after the name are files to change instead of the whole folder.
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { folders } from './folders.mjs';

const [name, ...files] = process.argv.slice(2);
const folder = folders[name];
if (folder === undefined) {
  console.error(`npm run mutate -- <${Object.keys(folders).join('|')}> [file...]`);
  process.exit(2);
}

process.chdir(join(import.meta.dirname, '../..'));
// In UTC, code that forgets the zone would do the same.
process.env.TZ = 'America/St_Johns';
const jest = createRequire(import.meta.url)('../../jest.config.js');

await new Stryker({
  mutate: [...(files.length > 0 ? files : folder.mutate), '!**/*.spec.ts'],
  testRunner: 'jest',
  plugins: [import.meta.resolve('@stryker-mutator/jest-runner')],
  jest: {
    config: {
      ...jest,
      // The servers and the metadata of decorators, which pure specs do without.
      globalSetup: undefined,
      globalTeardown: undefined,
      setupFiles: [],
      roots: folder.roots.map((root) => `<rootDir>/${root}`),
      testRegex: `${folder.specs}\\.spec\\.ts$`,
      testTimeout: 20_000,
    },
  },
  coverageAnalysis: 'perTest',
  ignoreStatic: folder.ignoreStatic === true,
  concurrency: 2,
  // Ends what hangs: loops end earlier, by the count of their rounds, and a busy machine kills no mutant.
  timeoutMS: 30_000,
  // Outside the project: its linters and Jest would take the copies for code.
  tempDirName: join(tmpdir(), 'storekeeper-mutation'),
  cleanTempDir: 'always',
  // The packages of the project only, which may themselves be a link.
  symlinkNodeModules: false,
  buildCommand: `ln -s ${resolve('node_modules').replaceAll(' ', '\\ ')} node_modules`,
  // Without jest.config.js: what `config` leaves out would be taken from there.
  ignorePatterns: ['**', '!src/**', '!test/**', '!.swcrc', '!package.json', '!tsconfig.json', 'node_modules'],
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, skipFull: true },
  allowConsoleColors: false,
  thresholds: { high: 95, low: 90, break: 90 },
}).runMutationTest();
