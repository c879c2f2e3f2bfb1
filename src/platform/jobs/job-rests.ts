import { setImmediate } from 'node:timers/promises';
import { monotonicMs } from '../../kernel/clock';
import { type Rests } from './job-kind';

/** Rests shorter than this are added up: timers are no finer. */
const LEAST_MS = 1;

/** Spreads the rests of a job over its work, so that requests that come meanwhile wait for milliseconds of it only. */
export class JobRests implements Rests {
  private since: number;
  private owed = 0;

  /**
   * @param share of the time that the job works, in percent
   * @param pause waits for so many milliseconds, or less when the process stops
   * @param elapsed a clock in milliseconds that never goes back
   */
  constructor(
    readonly share: number,
    private readonly pause: (ms: number) => Promise<void>,
    private readonly elapsed: () => number = monotonicMs,
  ) {
    this.since = elapsed();
  }

  /** Lets others have the process, and rests as long as the work since the last rest asks for. */
  async take(): Promise<void> {
    const from = this.elapsed();
    this.owed += (from - this.since) * (100 / this.share - 1);
    const isDue = this.owed >= LEAST_MS;
    await (isDue ? this.pause(this.owed) : setImmediate());
    this.since = this.elapsed();
    // Timers are late: what was rested too long is owed no more.
    if (isDue) this.owed -= this.since - from;
  }
}
