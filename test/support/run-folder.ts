import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { endProcess, processFacts } from './processes';

/** The variable that tells Jest's workers, and servers started by single tests, which run they belong to. */
export const RUN_FOLDER = 'STOREKEEPER_RUN_FOLDER';
/** In every server's folder: the pid that we started and that the server itself writes again. */
export const PID_FILE = 'server.pid';

// The owner is part of the name, so a folder never exists without one. Short: a socket's path has 107 characters at most.
const NAME = /^storekeeper-(\d+)-(\w+)-[A-Za-z0-9]{6}$/;
/** Room for `/mariadb-XXXXXX/my.sock` and the folder's own name below the temp folder. */
const LONGEST_TEMP = 45;

/** Linux has a folder in memory here. */
const IN_MEMORY = '/dev/shm';
/** Bytes that must be free in it, and of the memory: a run writes about one GiB. */
const ROOM = 4 * 1024 ** 3;

/**
 * The folder for what a run writes: in memory where there is room, else the temp folder. On a disk a MariaDB database takes
 * three seconds to make and remove, in memory a twentieth of one, and a run makes some 250.
 */
export function temporaryFolder(): string {
  if (!existsSync(IN_MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  return Math.min(bavail * bsize, freemem()) >= ROOM ? IN_MEMORY : tmpdir();
}

/** Parent of run folders: the temp folder, or `/tmp` if its path would make a socket's path too long. */
export function tempRoot(): string {
  return tmpdir().length > LONGEST_TEMP ? '/tmp' : tmpdir();
}

/**
 * The folder of this run: the one named by `STOREKEEPER_RUN_FOLDER`, or a new one owned by this process, which then is
 * removed when the process exits or is ended by SIGINT, SIGTERM or SIGHUP.
 */
export function runFolder(): string {
  const given = process.env[RUN_FOLDER];
  if (given) return given;
  const start = processFacts(process.pid)?.start ?? '0';
  const folder = mkdtempSync(join(tempRoot(), `storekeeper-${process.pid}-${start}-`));
  process.env[RUN_FOLDER] = folder;
  removeAtTheEnd(folder);
  return folder;
}

/** Ends every server that was started in the folder and removes it. Does nothing when it is gone already. */
export function removeRunFolder(folder: string): void {
  for (const name of entries(folder)) endServerIn(join(folder, name));
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  if (process.env[RUN_FOLDER] === folder) delete process.env[RUN_FOLDER];
}

/** Removes the folders, servers included, whose owner ended without doing so (SIGKILL, power). Returns their paths. */
export function reapAbandonedFolders(root = tempRoot()): string[] {
  const abandoned = entries(root)
    .filter(isAbandoned)
    .map((name) => join(root, name))
    .filter(isMine);
  abandoned.forEach(removeRunFolder);
  return abandoned;
}

/**
 * Ends the server whose pid file lies in the folder. A pid alone proves nothing, it may belong to a stranger by now:
 * the process must have this very folder, whose name is random, in its command line.
 */
export function endServerIn(folder: string): void {
  const pid = readPid(join(folder, PID_FILE));
  if (pid && processFacts(pid)?.command.includes(folder)) endProcess(pid);
}

function isAbandoned(name: string): boolean {
  const [, pid, start] = NAME.exec(name) ?? [];
  return pid !== undefined && processFacts(Number(pid))?.start !== start;
}

function isMine(folder: string): boolean {
  const stat = statSync(folder, { throwIfNoEntry: false });
  return stat !== undefined && stat.uid === process.getuid?.();
}

function entries(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function readPid(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8').trim());
  } catch {
    return 0;
  }
}

function removeAtTheEnd(folder: string): void {
  process.once('exit', () => removeRunFolder(folder));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    const end = (): void => {
      removeRunFolder(folder);
      // Sent again without this handler, so that the process ends as the sender expects.
      process.kill(process.pid, signal);
    };
    process.once(signal, end);
  }
}
