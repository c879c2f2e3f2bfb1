import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { onceInRun } from './once-in-run';
import { runFolder } from './run-folder';

const ROOT = resolve(__dirname, '../..');
const DIST = join(ROOT, 'dist', 'src');

/** Exit code and output of a process. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Builds the store unless it was built of the same sources. Spec files of one run may ask at once: the
 * first one builds, the others wait for it.
 */
export async function ensureBuilt(): Promise<void> {
  await onceInRun('build', async () => {
    await promisify(execFile)(process.execPath, ['build.mjs', '--if-changed'], { cwd: ROOT });
  });
}

/** An empty folder of this run, removed with it. */
export function emptyFolder(): string {
  return mkdtempSync(join(runFolder(), 'process-'));
}

/** Runs the `store` command as a user would, in a folder and with these settings alone. */
export async function runCommand(folder: string, env: Record<string, string>, ...args: string[]): Promise<Ended> {
  const child = new StoreProcess('cli/store.js', folder, env, args);
  return child.ended;
}

/** The option of `npm start`: memory is that of a store in production. */
const AS_NPM_START = '--max-semi-space-size=8';

/** The built store as a process of its own, started in a folder, with these settings alone. */
export class StoreProcess {
  private static readonly running = new Set<StoreProcess>();

  readonly ended: Promise<Ended>;
  private readonly child: ChildProcess;
  private stdout = '';
  private stderr = '';
  private readonly watchers = new Set<() => void>();

  constructor(script: string, folder: string, env: Record<string, string>, args: readonly string[] = []) {
    this.child = spawn(process.execPath, [AS_NPM_START, join(DIST, script), ...args], {
      cwd: folder,
      env: { PATH: process.env['PATH'], ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.stdout += text;
      this.look();
    });
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    StoreProcess.running.add(this);
    this.ended = once(this.child, 'close').then(([code]) => {
      StoreProcess.running.delete(this);
      this.look();
      return { code: code as number | null, stdout: this.stdout, stderr: this.stderr };
    });
  }

  /** Starts an API on a free port and waits until it is open. */
  static async api(folder: string, env: Record<string, string> = {}): Promise<StoreProcess> {
    const store = new StoreProcess('main.js', folder, { PORT: '0', ...env });
    await store.line((line) => line['msg'] === 'listening');
    return store;
  }

  /** The output so far, of both streams. */
  get output(): string {
    return this.stdout + this.stderr;
  }

  /** The log lines so far; what is not JSON is for people. */
  get lines(): Record<string, unknown>[] {
    return (
      this.stdout
        .split('\n')
        // The last one may still be on its way.
        .slice(0, -1)
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as Record<string, unknown>)
    );
  }

  /** Where it answers. */
  get url(): string {
    const line = this.lines.find(({ msg }) => msg === 'listening');
    return `http://${String(line?.['host'])}:${String(line?.['port'])}`;
  }

  /** Resolves with the first log line like that. @throws when the process ends without one */
  line(isIt: (line: Record<string, unknown>) => boolean): Promise<Record<string, unknown>> {
    return this.until(() => this.lines.find(isIt));
  }

  /** Resolves when standard output has this text. */
  async says(text: string): Promise<void> {
    await this.until(() => this.stdout.includes(text) || undefined);
  }

  /** Its process id. @throws when it could not be started */
  get pid(): number {
    if (this.child.pid === undefined) throw new Error('the process did not start');
    return this.child.pid;
  }

  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }

  /** Ends it with SIGKILL, however it is. */
  async stop(): Promise<Ended> {
    this.child.kill('SIGKILL');
    return this.ended;
  }

  /** Ends all that still run, however they are. */
  static async stopAll(): Promise<void> {
    for (const store of StoreProcess.running) {
      store.child.kill('SIGKILL');
      await store.ended;
    }
  }

  private look(): void {
    for (const look of this.watchers) look();
  }

  private until<T>(find: () => T | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const look = (): void => {
        const found = find();
        const isOver = this.child.exitCode !== null || this.child.signalCode !== null;
        if (found === undefined && !isOver) return;
        this.watchers.delete(look);
        if (found === undefined) reject(new Error(`the process ended:\n${this.output}`));
        else resolve(found);
      };
      this.watchers.add(look);
      look();
    });
  }
}
