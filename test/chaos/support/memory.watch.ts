import { readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 100;

interface Watched {
  baseline: number | undefined;
  most: number;
}

/** Watches what processes keep in memory: megabytes resident, as the kernel counts them. */
export class MemoryWatch {
  private readonly watched = new Map<number, Watched>();
  private readonly timer = setInterval(() => this.look(), LOOK_EVERY_MS);

  add(pid: number): void {
    this.watched.set(pid, { baseline: undefined, most: 0 });
  }

  forget(pid: number): void {
    this.watched.delete(pid);
  }

  /** What the processes keep now is what they are measured by: they are warm. */
  warm(): void {
    for (const [pid, watched] of this.watched) Object.assign(watched, { baseline: residentMb(pid), most: 0 });
  }

  /** By how much the warm processes have grown at most, in megabytes. */
  growth(): number {
    this.look();
    const grown = [...this.watched.values()].flatMap(({ baseline, most }) =>
      baseline === undefined ? [] : [most - baseline],
    );
    return Math.max(0, ...grown);
  }

  close(): void {
    clearInterval(this.timer);
  }

  private look(): void {
    for (const [pid, watched] of this.watched) watched.most = Math.max(watched.most, residentMb(pid));
  }
}

/** 0 for a process that is gone. */
function residentMb(pid: number): number {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes ?? 0) / 1024;
  } catch {
    return 0;
  }
}
