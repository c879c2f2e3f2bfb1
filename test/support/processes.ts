import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** The facts of a process from the operating system. */
export interface ProcessFacts {
  /** One letter, as `ps` shows it: `R` running, `S` asleep, `T` stopped ... */
  readonly state: string;
  /** When it started, in the machine's own notation: with the pid it names one process, also after pids were reused. */
  readonly start: string;
  /** Its whole command line, arguments parted by blanks. */
  readonly command: string;
}

/** The facts of a living process; undefined when there is none. A zombie is dead: it holds no port and no file. */
export function processFacts(pid: number): ProcessFacts | undefined {
  const facts = existsSync('/proc/self/stat') ? fromProc(pid) : fromPs(pid);
  return facts?.state === 'Z' ? undefined : facts;
}

function fromProc(pid: number): ProcessFacts | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may hold blanks and parentheses itself: fields are counted from the last one (proc(5)).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return { state: fields[0] ?? '', start: fields[19] ?? '', command };
  } catch {
    return undefined;
  }
}

function fromPs(pid: number): ProcessFacts | undefined {
  const options = { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' } } as const;
  const line = spawnSync('ps', ['-o', 'state=,lstart=,command=', '-p', String(pid)], options).stdout?.trim();
  const found = /^(\S)\S*\s+(\w+\s+\w+\s+\d+\s+[\d:]+\s+\d+)\s+(.*)$/.exec(line ?? '');
  if (!found) return undefined;
  const [, state = '', start = '', command = ''] = found;
  return { state, start: start.replace(/\W+/g, '_'), command };
}

/**
 * Ends a process with SIGKILL and returns when it is gone. It blocks the event loop, so that it also works where
 * nothing can be awaited: on `exit` and in a signal handler.
 * @throws when the process is still there after 10 s.
 */
export function endProcess(pid: number): void {
  const deadline = performance.now() + 10_000;
  const pause = new Int32Array(new SharedArrayBuffer(4));
  while (processFacts(pid)) {
    if (performance.now() > deadline) throw new Error(`process ${pid} does not end`);
    signalIfThere(pid, 'SIGKILL');
    Atomics.wait(pause, 0, 0, 2);
  }
}

function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
