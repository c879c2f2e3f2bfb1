import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { residentMb } from '../support/process-use';

const PRELOAD = join(__dirname, 'watched.preload.cjs');
const MEGABYTE = 1024 * 1024;

/** Memory, descriptors and timers of a process at one moment. */
export interface ProcessUse {
  /** Megabytes resident, as the kernel counts them. */
  readonly rssMb: number;
  /** Megabytes of the JavaScript heap that garbage collection left. */
  readonly heapMb: number;
  /** Megabytes outside the heap that JavaScript objects own, such as buffers. */
  readonly externalMb: number;
  /** Open file descriptors that are sockets, and those that are not. */
  readonly sockets: number;
  readonly files: number;
  /** Timers that keep the process alive. */
  readonly timers: number;
}

interface Told {
  readonly heapUsed: number;
  readonly external: number;
  readonly resources: Readonly<Record<string, number>>;
}

/** One of the store's processes, whose memory and open files can be asked for. */
export class WatchedProcess {
  private readonly waiting: ((told: Told) => void)[] = [];
  /** Log lines of level warn and above, the last of them. */
  readonly complaints: string[] = [];

  private constructor(
    readonly name: string,
    private readonly child: ChildProcess,
    private readonly ended: Promise<number | null>,
  ) {}

  /**
   * Starts a script of the store and waits for the log line that `ready` matches.
   * @returns the process, and what the first group of `ready` found
   * @throws Error when it ends before
   */
  static async start(
    name: string,
    script: string,
    env: Readonly<Record<string, string>>,
    ready: RegExp,
  ): Promise<{ process: WatchedProcess; found: string }> {
    const args = ['--expose-gc', '--max-semi-space-size=8', '--require', PRELOAD, script];
    const child = spawn(process.execPath, args, {
      env: { PATH: process.env['PATH'], ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
    const watched = new WatchedProcess(name, child, ended);
    const found = await new Promise<string>((resolve, reject) => {
      watched.read((line) => {
        const match = ready.exec(line);
        if (match) resolve(match[1] ?? '');
      });
      void ended.then((code) => reject(new Error(`${name} ended with ${code} before it was ready`)));
    });
    return { process: watched, found };
  }

  get pid(): number {
    if (this.child.pid === undefined) throw new Error(`${this.name} did not start`);
    return this.child.pid;
  }

  /** Megabytes resident, as the kernel counts them: nothing is collected for it. */
  get residentMb(): number {
    return residentMb(this.pid);
  }

  async use(): Promise<ProcessUse> {
    const told = await new Promise<Told>((resolve, reject) => {
      this.waiting.push(resolve);
      if (!this.child.kill('SIGUSR2')) reject(new Error(`${this.name} has ended`));
      void this.ended.then((code) => reject(new Error(`${this.name} ended with ${code}`)));
    });
    const kinds = openFiles(this.pid);
    return {
      rssMb: this.residentMb,
      heapMb: told.heapUsed / MEGABYTE,
      externalMb: told.external / MEGABYTE,
      sockets: kinds.filter((kind) => kind.startsWith('socket:')).length,
      files: kinds.filter((kind) => !kind.startsWith('socket:')).length,
      timers: told.resources['Timeout'] ?? 0,
    };
  }

  /** SIGTERM. @returns the exit code; null when it had to be killed after 30 s */
  async stop(): Promise<number | null> {
    this.child.kill('SIGTERM');
    const killer = setTimeout(() => this.child.kill('SIGKILL'), 30_000);
    const code = await this.ended;
    clearTimeout(killer);
    return code;
  }

  private read(look: (line: string) => void): void {
    if (this.child.stdout === null) throw new TypeError('no output');
    createInterface({ input: this.child.stdout }).on('line', (line) => {
      if (line.startsWith('{"watched":')) this.waiting.shift()?.((JSON.parse(line) as { watched: Told }).watched);
      else if (/"level":"(?:warn|error|fatal)"/.test(line)) this.complain(line);
      look(line);
    });
  }

  private complain(line: string): void {
    this.complaints.push(line.slice(0, 600));
    if (this.complaints.length > 5) this.complaints.shift();
  }
}

/** Returns the target of each open file descriptor, such as `socket:[123]`. */
function openFiles(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).flatMap((fd) => {
    try {
      return [readlinkSync(join(folder, fd))];
    } catch {
      // Closed meanwhile.
      return [];
    }
  });
}
