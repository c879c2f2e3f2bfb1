import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync } from 'node:fs';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { processFacts } from './processes';
import { findProgram } from './programs.cjs';
import { redisCommand } from './redis-command';
import { endServerIn, PID_FILE, runFolder } from './run-folder';

/** Options of both servers. */
export interface ServerOptions {
  /** Port on 127.0.0.1; a free one when left out. */
  readonly port?: number;
  /** Further arguments of the server, after ours: the last one wins. */
  readonly args?: readonly string[];
}

export interface RedisOptions extends ServerOptions {
  /** As Redis writes it: `2mb`. Writes beyond it are refused (noeviction), as in production. Unlimited when left out. */
  readonly maxMemory?: string;
  /** Keep an append-only file, synced at every write, so that data outlive a restart. Default: nothing is kept. */
  readonly appendOnly?: boolean;
}

type EndingSignal = 'SIGKILL' | 'SIGTERM' | 'SIGINT';

/** Steps that prepare and start a private server and check that it is ready. */
export interface ServerPlan {
  readonly name: 'mariadb' | 'mysql' | 'redis' | 'galera' | 'haproxy' | 'nginx' | 'caddy' | 'sentinel';
  readonly port: number | undefined;
  url(port: number): string;
  prepare(folder: string): Promise<void>;
  command(folder: string, port: number): readonly [string, ...string[]];
  /** True when the process with this pid, and no other server that has the port, answers. */
  isReady(folder: string, port: number, pid: number): Promise<boolean>;
}

/** Starts a Redis of its own, reached as `redis://127.0.0.1:PORT`. Throws as `startDatabase` does. */
export function startRedis(options: RedisOptions = {}): Promise<PrivateServer> {
  const server = demandProgram('redis-server');
  const limit = options.maxMemory ? ['--maxmemory', options.maxMemory, '--maxmemory-policy', 'noeviction'] : [];
  const keep = options.appendOnly ? ['yes', '--appendfsync', 'always'] : ['no'];
  return PrivateServer.start({
    name: 'redis',
    port: options.port,
    url: (port) => `redis://127.0.0.1:${port}`,
    prepare: () => Promise.resolve(),
    command: (folder, port) => [
      server,
      ...['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--pidfile', join(folder, PID_FILE)],
      // Redis would replace its command line, by which we know that a process is ours.
      ...['--set-proc-title', 'no', '--daemonize', 'no', '--databases', '1024', '--save', '', '--appendonly', ...keep],
      ...limit,
      ...(options.args ?? []),
    ],
    isReady: async (_folder, port, pid) => {
      const answer = await redisCommand(`redis://127.0.0.1:${port}`, 'INFO');
      return answer.includes(`process_id:${pid}\r\n`) && answer.includes('\nloading:0\r\n');
    },
  });
}

/** A server that belongs to one test run, in a folder of its own. It can be ended, held and started again. */
export class PrivateServer {
  private child: ChildProcess | undefined;
  private ended: Promise<void> = Promise.resolve();

  private constructor(
    private readonly plan: ServerPlan,
    /** Its data, its log (`server.log`) and its pid file. */
    readonly folder: string,
    readonly port: number,
  ) {}

  /** Address for clients. */
  get url(): string {
    return this.plan.url(this.port);
  }

  /** Its process id. @throws when it is not running. */
  get pid(): number {
    return this.running().pid;
  }

  static async start(plan: ServerPlan): Promise<PrivateServer> {
    const folder = mkdtempSync(join(runFolder(), `${plan.name}-`));
    try {
      await plan.prepare(folder);
      return await PrivateServer.onSomePort(plan, folder);
    } catch (error) {
      removeServer(folder);
      throw error;
    }
  }

  // Between finding a free port and the server taking it, another process may: then the next one is tried.
  private static async onSomePort(plan: ServerPlan, folder: string): Promise<PrivateServer> {
    for (let attempt = 1; ; attempt++) {
      const server = new PrivateServer(plan, folder, plan.port ?? (await freePort()));
      try {
        await server.launch();
        return server;
      } catch (error) {
        const taken = error instanceof Error && error.message.includes('Address already in use');
        if (!taken || plan.port !== undefined || attempt === 5) throw error;
      }
    }
  }

  /**
   * Sends a signal and resolves when it has taken effect: the process has ended, or with SIGSTOP stands still, or with
   * SIGCONT goes on. Data stay, see `restart`. @throws when it is not running.
   */
  async kill(signal: EndingSignal | 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    const child = this.running();
    child.kill(signal);
    if (signal === 'SIGSTOP') return until(() => processFacts(child.pid)?.state === 'T');
    // A process that stands still would not hear that it has to end.
    child.kill('SIGCONT');
    if (signal === 'SIGCONT') return until(() => processFacts(child.pid)?.state !== 'T');
    await this.ended;
  }

  /** Starts it again on the same port and data, after an orderly end if it still runs. Resolves when it is ready. */
  async restart(): Promise<void> {
    if (this.child) await this.kill('SIGTERM');
    await this.launch();
  }

  /** Ends it for good and removes its folder. May be called twice. */
  async stop(): Promise<void> {
    if (this.child) await this.kill('SIGKILL');
    removeServer(this.folder);
  }

  private running(): ChildProcess & { readonly pid: number } {
    const child = this.child;
    if (child?.pid === undefined) throw new Error(`${this.plan.name} is not running`);
    return Object.assign(child, { pid: child.pid });
  }

  private async launch(): Promise<void> {
    const logFile = join(this.folder, 'server.log');
    const log = openSync(logFile, 'a');
    const logStart = statSync(logFile).size;
    const [program, ...args] = this.plan.command(this.folder, this.port);
    const child = spawn(program, args, { cwd: this.folder, stdio: ['ignore', log, log] });
    closeSync(log);
    if (child.pid) writeFileSync(join(this.folder, PID_FILE), String(child.pid));
    this.child = child;
    this.ended = new Promise((resolve) => {
      const end = (): void => {
        if (this.child === child) this.child = undefined;
        resolve();
      };
      child.once('exit', end).once('error', end);
    });
    try {
      await until(() => this.answers());
    } catch (error) {
      if (this.child) await this.kill('SIGKILL');
      const tail = readFileSync(logFile).subarray(logStart).toString().trim().split('\n').slice(-20).join('\n');
      throw new Error(`${this.plan.name} did not start on port ${this.port}:\n${tail}`, { cause: error });
    }
  }

  private async answers(): Promise<boolean> {
    if (this.child?.pid === undefined) throw new Error(`${this.plan.name} ended while starting`);
    const { pid } = this.child;
    // Nobody listens yet, or a stranger does: both mean "not ready", and the next look tells whether ours has ended.
    return this.plan.isReady(this.folder, this.port, pid).catch(() => false);
  }
}

function removeServer(folder: string): void {
  endServerIn(folder);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** The path of the first of these programs that is installed. @throws when none of them is */
export function demandProgram(...names: readonly string[]): string {
  const program = findProgram(...names);
  if (!program) throw new Error(`${names.join(' or ')} is not installed`);
  return program;
}

/** A port on 127.0.0.1 that nobody holds at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Looks until the condition holds; what it throws ends the wait. @throws after 30 s. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error('not so after 30 s');
    await pause(10);
  }
}
