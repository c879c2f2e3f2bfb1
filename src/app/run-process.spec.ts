import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');
const REGISTER = join(ROOT, 'test/support/typescript.register.cjs');

/** A process whose start goes on until it is stopped. */
const STARTING = `
  require(${JSON.stringify(join(__dirname, 'run-process.ts'))}).runProcess('cannot start.', () => {
    process.stdout.write('starting');
    return new Promise(() => setInterval(() => undefined, 1000));
  });`;

describe('a process that is told to stop before it has started', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('ends with 0, by a listener of its own: %s', async (signal) => {
    const child = spawn(process.execPath, ['--require', REGISTER, '-e', STARTING], { cwd: ROOT });
    const ended = once(child, 'exit');
    await once(child.stdout, 'data');
    child.kill(signal);
    expect(await ended).toEqual([0, null]);
  });
});
