import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A child process that serves. */
export interface Running {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts a child process and waits for the line of its output in which `pattern` finds the port. */
export function startProcess(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  pattern: RegExp,
): Promise<Running> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return new Promise((resolve, reject) => {
    const lines = createInterface({ input: child.stdout });
    lines.on('line', (line) => {
      const found = pattern.exec(line);
      if (found === null) return;
      // From now on what it writes is thrown away unread: a load generator has better to do than to cut it into lines.
      lines.close();
      child.stdout.resume();
      resolve({
        url: `http://127.0.0.1:${found[1] ?? ''}`,
        pid: child.pid ?? 0,
        stop: async () => {
          child.kill('SIGTERM');
          await ended;
        },
      });
    });
    void ended.then(() => reject(new Error(`${args.join(' ')} ended before it was ready`)));
  });
}

/** Starts a script of this folder. */
export function startScript(name: string, ...args: readonly string[]): Promise<Running> {
  const script = ['--require', './test/support/typescript.register.cjs', `bench/support/${name}.ts`];
  return startProcess([...script, ...args], {}, /^port (\d+)/);
}
