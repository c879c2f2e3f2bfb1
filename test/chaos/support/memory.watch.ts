import { readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 100;

/**
 * Watches what the workers of a scene keep in memory, each for all its life: megabytes resident, as the kernel counts
 * them. They are measured by what a warm worker kept when the scene began; one that is started in it may not pass that
 * by more than the one it takes over from.
 */
export class MemoryWatch {
  /** The most that each process of the scene has kept, those that are gone included. */
  private readonly most = new Map<number, number>();
  private readonly alive = new Set<number>();
  private readonly cold = new Set<number>();
  private warmMb = 0;
  private readonly timer = setInterval(() => this.look(), LOOK_EVERY_MS);

  add(pid: number): void {
    this.alive.add(pid);
    this.cold.add(pid);
    this.most.set(pid, residentMb(pid));
  }

  /** Whether the process was not there yet when a scene began: nothing has warmed it up. */
  isNew(pid: number): boolean {
    return this.cold.has(pid);
  }

  /** To be called before a process is ended: what it kept until then counts. */
  end(pid: number): void {
    this.look();
    this.alive.delete(pid);
  }

  /** Begins a scene: what the living processes keep now is what all of it are measured by. */
  begin(): void {
    this.most.clear();
    this.cold.clear();
    this.look();
    this.warmMb = Math.max(0, ...this.most.values());
  }

  /** Returns the growth in megabytes: the most that any process kept, less what a warm one kept at the start. */
  growth(): number {
    this.look();
    return Math.max(0, ...this.most.values()) - this.warmMb;
  }

  close(): void {
    clearInterval(this.timer);
  }

  private look(): void {
    for (const pid of this.alive) this.most.set(pid, Math.max(this.most.get(pid) ?? 0, residentMb(pid)));
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
