import { randomInt } from 'node:crypto';
import { type DataSource } from 'typeorm';
import { type Clock, monotonicMs } from '../../../kernel/clock';

/** Time for which a process remembers its beats: a replica that shows an older one lags for longer than anybody allows. */
const KEPT_MS = 600_000;
/** Age of the last beat of a process that has ended. The row of one that was paused for as long comes back with its next beat. */
const ENDED_MS = 86_400_000;

interface Beat {
  readonly beat: number;
  /** Before the statement was sent, by the clock of the process. */
  readonly begunAt: number;
}

/**
 * Writes a rising number into a row of the primary that is this process's own. A replica that shows a beat has all that was committed
 * before the beat was begun. So its lag is measured by one clock, that of this process, and needs no privilege on any server. The row's
 * id is drawn at random at the start: no other database has it, no backup, and no replica that has not replicated since.
 */
export class Heartbeats {
  /** Id of the row. */
  readonly id = String(randomInt(1, 2 ** 48 - 1));
  private readonly beats: Beat[] = [];
  private last = 0;

  /** @param elapsed a clock in milliseconds that never goes back */
  constructor(
    private readonly dataSource: Pick<DataSource, 'query'>,
    private readonly clock: Clock,
    private readonly elapsed: () => number = monotonicMs,
  ) {}

  /** Writes the next beat. @throws the driver's error */
  async beat(): Promise<void> {
    const begunAt = this.elapsed();
    // Never a number that was written before, also where the primary has lost the last ones: a replica may still show them.
    const beat = (this.last = Math.max(this.last + 1, this.clock.now().getTime()));
    await this.dataSource.query(
      'INSERT INTO replica_heartbeats (id, beat) VALUES (?, ?) ON DUPLICATE KEY UPDATE beat = VALUES(beat)',
      [this.id, beat],
    );
    this.beats.push({ beat, begunAt });
    while ((this.beats[0]?.begunAt ?? begunAt) < begunAt - KEPT_MS) this.beats.shift();
  }

  /** Removes the rows of processes that have ended. @throws the driver's error */
  async removeEnded(): Promise<void> {
    const before = this.clock.now().getTime() - ENDED_MS;
    await this.dataSource.query('DELETE FROM replica_heartbeats WHERE beat < ?', [before]);
  }

  /** When the newest beat was begun that a replica has if it shows `beat`; -Infinity: before those that are remembered. */
  begunAt(beat: number): number {
    // The last one first: it is the one that a replica has that keeps up.
    return this.beats.findLast((one) => one.beat <= beat)?.begunAt ?? -Infinity;
  }
}
