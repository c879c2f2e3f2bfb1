/** A worker and how often it has given a sign of life. */
export interface Pulse {
  readonly id: string;
  readonly beats: number;
}

/** A worker without a sign of life for this long is taken for dead: it gives one every 2 s. */
export const SILENT_MS = 3_500;
/** After a longer time without a look, signs may have been missed: the silence of all counts from now on. */
const BLIND_MS = 1_500;

interface Seen {
  readonly beats: number;
  /** When this number was seen first, in milliseconds of this process. */
  readonly since: number;
}

/**
 * Tells which workers are silent (events.md 12). It compares counts and measures time in its own process only, so clocks of
 * machines that differ kill nobody. It remembers one entry for each worker of the last look.
 */
export class PulseWatch {
  private seen = new Map<string, Seen>();
  private lookedAt = 0;

  /** Whether the last look found no other worker. */
  get isAlone(): boolean {
    return this.seen.size === 0;
  }

  /**
   * Takes note of the workers there are.
   * @param now milliseconds of this process
   * @returns those that have been silent for too long, by their last counts
   */
  look(pulses: readonly Pulse[], now: number): Pulse[] {
    const wasBlind = now - this.lookedAt > BLIND_MS;
    this.lookedAt = now;
    const before = this.seen;
    this.seen = new Map();
    const silent: Pulse[] = [];
    for (const pulse of pulses) {
      const known = before.get(pulse.id);
      const since = !wasBlind && known?.beats === pulse.beats ? known.since : now;
      this.seen.set(pulse.id, { beats: pulse.beats, since });
      if (now - since >= SILENT_MS) silent.push(pulse);
    }
    return silent;
  }
}
