import { type DataSource } from 'typeorm';
import { monotonicMs } from '../../../kernel/clock';

/** Time for which a process remembers its beats: a replica that shows an older one lags for longer than anybody allows. */
const KEPT_MS = 600_000;

interface Beat {
  readonly beat: number;
  /** Before the statement was sent, by the clock of the process. */
  readonly begunAt: number;
}

/**
 * Counts up a number on the primary. A replica that shows a beat has all that was committed before the beat was begun. So its lag is
 * measured by one clock, that of this process, and needs no privilege on any server.
 */
export class Heartbeats {
  private readonly beats: Beat[] = [];

  /** @param elapsed a clock in milliseconds that never goes back */
  constructor(
    private readonly dataSource: Pick<DataSource, 'query'>,
    private readonly elapsed: () => number = monotonicMs,
  ) {}

  /** Writes the next beat. @throws the driver's error */
  async beat(): Promise<void> {
    const begunAt = this.elapsed();
    const { insertId } = await this.dataSource.query<{ insertId: number }>(
      'UPDATE replica_heartbeats SET beat = LAST_INSERT_ID(beat + 1) WHERE id = 1',
    );
    // Without its row there is no number: 0 would be shown by each replica.
    if (insertId === 0) return;
    this.beats.push({ beat: insertId, begunAt });
    while ((this.beats[0]?.begunAt ?? begunAt) < begunAt - KEPT_MS) this.beats.shift();
  }

  /** When the newest beat of this process was begun that a replica has if it shows `beat`; undefined: it has none of them. */
  begunAt(beat: number): number | undefined {
    // The last one first: it is the one that a replica has that keeps up.
    return this.beats.findLast((one) => one.beat <= beat)?.begunAt;
  }
}
