// `npm run faults`: plants the faults of faults.table.json, one at a time, in a copy of the project, and runs the spec that must fail.
// Exits with 1 if a spec passes. Arguments are parts of the names of what is guarded.
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { ENGINES } from '../support/engines';
import { type Fault, FAULTS, ROOT, withFault } from './faults';

const NOT_COPIED = new Set(['node_modules', 'dist', '.git']);
/** Copies of the project that are used at the same time. */
const COPIES = 2;

/** The figures of a report of Jest. */
interface Report {
  readonly numFailedTests: number;
  readonly numRuntimeErrorTestSuites: number;
  readonly testResults: readonly { readonly name: string; readonly status: string }[];
}

function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'storekeeper-faults-'));
  cpSync(ROOT, copy, { recursive: true, filter: (path) => !NOT_COPIED.has(basename(path)) });
  for (const packages of ['node_modules', 'console/node_modules'])
    if (existsSync(join(ROOT, packages))) symlinkSync(join(ROOT, packages), join(copy, packages));
  return copy;
}

/** Runs specs in a copy as `npm test` does where no server is installed. */
async function runSpecs(copy: string, specs: readonly string[]): Promise<Report> {
  const report = join(copy, 'report.json');
  rmSync(report, { force: true });
  const jest = [join(ROOT, 'node_modules/jest/bin/jest.js'), '--runInBand', '--json', `--outputFile=${report}`];
  const env = {
    ...process.env,
    [ENGINES]: 'embedded',
    TEST_WITHOUT: 'mariadbd,mysqld,mariadb-install-db,redis-server',
  };
  const options = { cwd: copy, env, maxBuffer: 1 << 28 };
  await new Promise<void>((ended) => {
    execFile(process.execPath, [...jest, '--runTestsByPath', ...specs], options, () => ended());
  });
  return JSON.parse(readFileSync(report, 'utf8')) as Report;
}

/** Whether a test fails with the fault. A spec that cannot be loaded proves nothing. */
async function isFound(copy: string, fault: Fault): Promise<boolean> {
  const path = join(copy, fault.file);
  const source = readFileSync(path, 'utf8');
  writeFileSync(path, withFault(source, fault));
  try {
    const { numFailedTests, numRuntimeErrorTestSuites } = await runSpecs(copy, [fault.spec]);
    return numFailedTests > 0 && numRuntimeErrorTestSuites === 0;
  } finally {
    writeFileSync(path, source);
  }
}

async function plant(faults: readonly Fault[]): Promise<number> {
  const waiting = [...faults];
  let found = 0;
  const copies = Array.from({ length: Math.min(COPIES, faults.length) }, copyProject);
  try {
    const specs = [...new Set(faults.map(({ spec }) => spec))];
    const failed = (await runSpecs(copies[0] ?? '', specs)).testResults.filter(({ status }) => status === 'failed');
    if (failed.length > 0) throw new Error(`fails without a fault: ${failed.map(({ name }) => name).join(', ')}`);
    const work = copies.map(async (copy) => {
      for (let fault = waiting.shift(); fault !== undefined; fault = waiting.shift()) {
        const isIt = await isFound(copy, fault);
        if (isIt) found += 1;
        process.stdout.write(`${isIt ? 'found    ' : 'NOT FOUND'} ${fault.guards} (${fault.spec})\n`);
      }
    });
    await Promise.all(work);
  } finally {
    for (const copy of copies) rmSync(copy, { recursive: true, force: true });
  }
  return found;
}

async function main(): Promise<void> {
  const parts = process.argv.slice(2);
  const faults = FAULTS.filter(({ guards }) => parts.length === 0 || parts.some((part) => guards.includes(part)));
  const start = performance.now();
  const found = await plant(faults);
  process.stdout.write(
    `${faults.length} planted, ${found} found, ${Math.round((performance.now() - start) / 1000)} s\n`,
  );
  process.exitCode = found === faults.length && found > 0 ? 0 : 1;
}

void main();
