import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A server in a process of its own. */
export interface Running {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a child process and waits for the line of its output that `pattern` finds the port in. */
export function startProcess(args: readonly string[], env: Record<string, string>, pattern: RegExp): Promise<Running> {
  const child: ChildProcess = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return new Promise((resolve, reject) => {
    const output = child.stdout;
    if (output === null) throw new TypeError('no output');
    const lines = createInterface({ input: output });
    lines.on('line', (line) => {
      const port = pattern.exec(line)?.[1];
      if (port === undefined) return;
      // From now on what it writes is thrown away unread: a load generator has better to do than to cut it into lines.
      lines.close();
      output.resume();
      resolve({
        url: `http://127.0.0.1:${port}`,
        stop: async () => {
          child.kill('SIGTERM');
          await ended;
        },
      });
    });
    void ended.then(() => reject(new Error(`${args.join(' ')} ended before it was ready`)));
  });
}
