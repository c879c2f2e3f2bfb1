import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { type Stage } from './image.builder';

/** Exit code and output of a process of the image. */
export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** Takes away from everybody the right to write into an image, and gives it to root where that can be. */
export function sealImage({ folder }: Stage): void {
  if (process.getuid?.() === 0) execFileSync('chown', ['-R', '0:0', folder]);
  execFileSync('chmod', ['-R', 'a-w,a+rX', folder]);
}

/** Mounts a volume at the folder that the image made for one: it is writable as the image made it. */
export function mountVolume({ folder, workdir }: Stage, name: string): void {
  chmodSync(join(folder, workdir, name), 0o1777);
}

/** A process as `docker run --read-only` would start it, on this machine's network. */
export class Container {
  private static readonly running = new Set<ChildProcess>();
  readonly ended: Promise<Ended>;
  private readonly child: ChildProcess;
  private readonly watchers = new Set<() => void>();
  private output = '';

  /** @param command what is run instead of the image's own command */
  constructor(stage: Stage, environment: Record<string, string>, command: readonly string[] = stage.command) {
    const [program = '', ...args] = [...stage.entrypoint, ...command];
    this.child = startIn(stage, environment, program, args);
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.output += text;
        this.watchers.forEach((look) => look());
      });
    }
    Container.running.add(this.child);
    this.ended = once(this.child, 'close').then(([code]) => {
      Container.running.delete(this.child);
      this.watchers.forEach((look) => look());
      return { code: code as number | null, output: this.output };
    });
  }

  /** Resolves when it has written this. @throws when it ends without */
  says(text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = (): void => {
        if (this.output.includes(text)) resolve();
        else if (this.child.exitCode !== null) reject(new Error(`it ended:\n${this.output}`));
      };
      this.watchers.add(look);
      look();
    });
  }

  /** Sends SIGTERM, as `docker stop` does. @returns exit code and output */
  stop(): Promise<Ended> {
    this.child.kill('SIGTERM');
    return this.ended;
  }

  /** Ends all that still run, however they are. */
  static killAll(): void {
    for (const child of Container.running) child.kill('SIGKILL');
  }
}

/** Asks as the image's health check, or another one, does. */
export async function askHealth(
  stage: Stage,
  environment: Record<string, string>,
  check: readonly string[] = stage.health,
): Promise<number | null> {
  const [program = '', ...args] = check;
  const [code] = (await once(startIn(stage, environment, program, args), 'close')) as [number | null];
  return code;
}

function startIn(stage: Stage, environment: Record<string, string>, program: string, args: string[]): ChildProcess {
  if (program !== 'node') throw new Error(`the image has no ${program}`);
  const [uid, gid] = stage.user.split(':').map(Number);
  return spawn(stage.node, args, {
    cwd: join(stage.folder, stage.workdir),
    env: { ...stage.environment, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Another user may start nothing as this one, and is not root either.
    ...(process.getuid?.() === 0 ? { uid, gid } : {}),
  });
}
