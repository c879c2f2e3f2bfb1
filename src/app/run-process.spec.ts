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

/** A process that stops with a failure, or is told to stop while it begins to serve, which ends with a line on its input. */
const SERVING = (stop: string, isSlow: boolean): string => `
  const { keepStopSignal } = require(${JSON.stringify(join(__dirname, 'stop-signal.ts'))});
  const say = (name) => (fields, text) => process.stdout.write(name + ' ' + (text ?? fields) + '\\n');
  const running = { logger: { info: say('info'), error: say('error') }, stop: () => ${stop} };
  require(${JSON.stringify(join(__dirname, 'run-process.ts'))}).runProcess('cannot start.', () => {
    keepStopSignal();
    process.stdout.write('starting\\n');
    return ${String(isSlow)} ? new Promise((resolve) => process.stdin.once('data', () => resolve(running))) : Promise.resolve(running);
  });
  setInterval(() => undefined, 1000);`;

/** Starts it, tells it to stop, and lets it go on. @returns how it ended and what it said */
async function stopped(script: string): Promise<unknown> {
  const child = spawn(process.execPath, ['--require', REGISTER, '-e', script], { cwd: ROOT });
  const ended = once(child, 'exit');
  let said = '';
  let failed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (failed += text));
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  child.stdin.write('go on\n');
  const [code, signal] = (await ended) as [number | null, string | null];
  return [code, signal, said, failed];
}

describe('a process that is told to stop', () => {
  it('ends in order when that comes while it begins to serve', async () => {
    const said = 'starting\ninfo draining\ninfo stopped\n';
    expect(await stopped(SERVING('Promise.resolve()', true))).toEqual([0, null, said, '']);
  });

  it('ends also when not everything can be ended in order', async () => {
    const said = 'starting\ninfo draining\nerror stopped, but not in order\n';
    expect(await stopped(SERVING('Promise.reject(new Error("away"))', false))).toEqual([0, null, said, '']);
  });
});

/** A process that serves, and then has a rejection that nobody waits for. */
const REJECTING = (rejection: string): string => `${SERVING('Promise.resolve()', false)}
  ${rejection}.catch((error) => {
    Promise.reject(error);
    setTimeout(() => process.exit(7), 100);
  });`;

describe('a rejection that nobody waits for', () => {
  const ended = async (rejection: string): Promise<[code: number, error: string]> => {
    const child = spawn(process.execPath, ['--require', REGISTER, '-e', REJECTING(rejection)], { cwd: ROOT });
    let failed = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (failed += text));
    const [code] = (await once(child, 'close')) as [number];
    return [code, failed];
  };
  const lost = "new (require('ioredis'))({ port: 1, maxRetriesPerRequest: 0 }).on('error', () => undefined)";

  it.each([
    ['of a command', `${lost}.ping()`],
    ['of a subscription', `${lost}.subscribe('news')`],
    [
      'that Redis answers',
      "new Promise((_, no) => new (require('redis-parser'))({ returnReply: no, returnError: no }).execute(Buffer.from('-NOAUTH no\\r\\n')))",
    ],
  ])('does not end the process when it is of Redis: %s', async (_, rejection) => {
    expect(await ended(rejection)).toEqual([7, '']);
  });

  it('ends the process when it is of anything else', async () => {
    const [code, error] = await ended("Promise.reject(new Error('a fault of the store'))");
    expect([code, error]).toEqual([1, expect.stringContaining('Error: a fault of the store')]);
  });
});

describe('a process that is told to stop before it has started', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('ends with 0, by a listener of its own: %s', async (signal) => {
    const child = spawn(process.execPath, ['--require', REGISTER, '-e', STARTING], { cwd: ROOT });
    const ended = once(child, 'exit');
    await once(child.stdout, 'data');
    child.kill(signal);
    expect(await ended).toEqual([0, null]);
  });
});
