import { setTimeout as pause } from 'node:timers/promises';

/** Work that a process does again and again. */
export interface LoopedWork {
  /** Rest after a pass that found work, in milliseconds. */
  readonly restMs: number;
  /** Rest after a pass that found none. Left out: the same. */
  readonly idleRestMs?: number;
  /** @returns whether it found work. Never throws, and ends between two steps when the loop is stopped */
  readonly pass: () => Promise<boolean>;
}

/** Runs the passes of a work one after another. */
export class Loop {
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  private restMs: number;
  private isWoken = false;

  constructor(private readonly work: LoopedWork) {
    this.restMs = work.restMs;
  }

  /** Whether the process stops: a pass begins no further step. */
  get isStopped(): boolean {
    return this.stopping.signal.aborted;
  }

  /** Runs a pass now and then one after each rest. */
  start(): void {
    void this.settle().finally(() => this.startLater());
  }

  /** Shortens the rest after a pass that found none. Called where this process has made work. */
  wake(): void {
    this.isWoken = true;
    if (this.timer === undefined || this.restMs === this.work.restMs) return;
    this.restMs = this.work.restMs;
    this.startLater();
  }

  /** Runs a pass after the one under way. Never throws. */
  settle(): Promise<void> {
    this.running = this.running.then(() => this.pass());
    return this.running;
  }

  /** Waits for the step under way. May be called more than once. */
  async stop(): Promise<void> {
    this.stopping.abort();
    clearTimeout(this.timer);
    await this.running;
  }

  /** Pauses a pass for so many milliseconds. Ends at once when the process stops. */
  async rest(ms: number): Promise<void> {
    await pause(ms, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }

  private startLater(): void {
    clearTimeout(this.timer);
    if (this.isStopped) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.start();
    }, this.restMs).unref();
  }

  private async pass(): Promise<void> {
    const { restMs, idleRestMs = restMs, pass } = this.work;
    this.isWoken = false;
    // Work that was made meanwhile may have come too late for this pass.
    const isBusy = (await pass()) || this.isWoken;
    this.restMs = isBusy ? restMs : idleRestMs;
  }
}
