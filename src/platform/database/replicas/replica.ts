import { type DataSource, type EntityManager } from 'typeorm';
import { type MysqlDriver } from 'typeorm/driver/mysql/MysqlDriver';
import { monotonicMs } from '../../../kernel/clock';
import { StoreError } from '../../../kernel/errors';
import { type ServerPool } from '../connection/server-pool';
import { DatabaseBusy } from '../database.errors';
import { type Heartbeats } from './heartbeats';
import { ReplicaFaults } from './replica-faults';
import { ReplicaRunner } from './replica-runner';

const BEAT = 'SELECT beat FROM replica_heartbeats WHERE id = 1';

/** A read on a connection of a replica or of the primary, and the milliseconds by which its rows lag at most. */
export type LaggingRead<T> = (manager: EntityManager, lagMs: number) => Promise<T>;

/** The rows of a replica are older than allowed: no fault of its, and over once it has caught up. */
class ReplicaLags extends Error {
  constructor(maxLagMs: number) {
    super(`it lags by more than ${maxLagMs / 1000} s`);
  }
}

/** One replica: its connections, and how far it lags. */
export class Replica {
  private readonly faults: ReplicaFaults;
  /** When the newest beat was begun that it has shown; before the first one: when the process began to look. */
  private shownAt: number;
  private hasShown = false;

  /** @param name its host and port @param maxLagMs with more lag it is not asked */
  constructor(
    readonly name: string,
    private readonly dataSource: DataSource,
    private readonly pool: ServerPool,
    private readonly heartbeats: Pick<Heartbeats, 'begunAt'>,
    private readonly maxLagMs: number,
  ) {
    this.shownAt = monotonicMs();
    this.faults = new ReplicaFaults(name);
  }

  /** By how many milliseconds it lags at most: it has all that was committed before, as far as it has shown. */
  get lagMs(): number {
    return monotonicMs() - this.shownAt;
  }

  get isUsable(): boolean {
    return this.hasShown && this.lagMs <= this.maxLagMs && !this.faults.isResting;
  }

  /** Looks how far it lags. Never throws. */
  async look(): Promise<void> {
    try {
      await this.onConnection((runner) => this.lookOn(runner));
      if (this.lagMs > this.maxLagMs) throw new ReplicaLags(this.maxLagMs);
    } catch (error) {
      this.faults.say(error);
    }
  }

  /**
   * Reads in one snapshot, which is not older than allowed. Its age is looked up in it: an address may lead to several servers.
   * @returns undefined when it fails, or refuses: the primary may have what it lacks
   */
  async read<T>(work: LaggingRead<T>): Promise<{ readonly result: T } | undefined> {
    try {
      const result = await this.onConnection(async (runner) => {
        await runner.query('START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY');
        const begunAt = await this.lookOn(runner);
        const lagMs = monotonicMs() - (begunAt ?? -Infinity);
        if (lagMs > this.maxLagMs) throw new ReplicaLags(this.maxLagMs);
        return work(this.dataSource.createEntityManager(runner), lagMs);
      });
      this.faults.answered();
      return { result };
    } catch (error) {
      if (error instanceof ReplicaLags) this.faults.say(error);
      else if (!(error instanceof StoreError) || error instanceof DatabaseBusy) this.faults.rest(error);
      return undefined;
    }
  }

  /** Ends its connections. */
  close(): Promise<void> {
    return new Promise((resolve) => this.pool.end(() => resolve()));
  }

  private async onConnection<T>(work: (runner: ReplicaRunner) => Promise<T>): Promise<T> {
    const runner = new ReplicaRunner(this.dataSource.driver as MysqlDriver, this.pool);
    try {
      return await work(runner);
    } finally {
      await runner.release();
    }
  }

  /** @returns when the beat was begun that it shows; undefined when it shows none of this process */
  private async lookOn(runner: ReplicaRunner): Promise<number | undefined> {
    const [row] = (await runner.query(BEAT)) as unknown as { beat: number }[];
    const begunAt = row && this.heartbeats.begunAt(row.beat);
    if (begunAt !== undefined) this.show(begunAt);
    return begunAt;
  }

  private show(begunAt: number): void {
    this.hasShown = true;
    this.shownAt = Math.max(this.shownAt, begunAt);
  }
}
