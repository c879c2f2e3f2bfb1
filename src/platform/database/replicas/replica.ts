import { type DataSource } from 'typeorm';
import { type Logger } from 'pino';
import { type MysqlDriver } from 'typeorm/driver/mysql/MysqlDriver';
import { monotonicMs } from '../../../kernel/clock';
import { StoreError } from '../../../kernel/errors';
import { type LaggingRead } from '../connection/lagging-reads';
import { type ServerPool } from '../connection/server-pool';
import { DatabaseBusy } from '../connection/database.errors';
import { type Heartbeats } from './heartbeats';
import { ReplicaFaults } from './replica-faults';
import { ReplicaRunner } from '../connection/replica-runner';

const BEAT = 'SELECT beat FROM replica_heartbeats WHERE id = ?';

/** The rows of a replica are older than allowed: no fault of its, and over once it has caught up. */
class ReplicaLags extends Error {
  constructor(maxLagMs: number) {
    super(`it lags by more than ${maxLagMs / 1000} s`);
  }
}

/** It lacks the row that this process writes on the primary: its rows may be those of another store, or of a backup. */
class ReplicaOfAnother extends Error {
  constructor() {
    super('it is no replica of the database of DATABASE_URL, or has replicated nothing since this process started');
  }
}

/** The parts that all replicas of a process share. */
interface ReplicaContext {
  readonly dataSource: DataSource;
  readonly heartbeats: Pick<Heartbeats, 'id' | 'begunAt'>;
  /** With more lag it is not asked. */
  readonly maxLagMs: number;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
}

/** One replica: its connections, and how far it lags. */
export class Replica {
  private readonly faults: ReplicaFaults;
  /** When the newest beat was begun that it has shown; before the first one: when the process began to look. */
  private shownAt: number;
  private hasShown = false;

  /** @param name its host and port */
  constructor(
    readonly name: string,
    private readonly pool: ServerPool,
    private readonly context: ReplicaContext,
  ) {
    this.shownAt = monotonicMs();
    this.faults = new ReplicaFaults(name, context.logger);
  }

  /** By how many milliseconds it lags at most: it has all that was committed before, as far as it has shown. */
  get lagMs(): number {
    return monotonicMs() - this.shownAt;
  }

  get isUsable(): boolean {
    return this.hasShown && this.lagMs <= this.context.maxLagMs && !this.faults.isResting;
  }

  /** Looks how far it lags. Never throws. */
  async look(): Promise<void> {
    try {
      const begunAt = await this.onConnection((runner) => this.lookOn(runner));
      // Right after the start a replica that keeps up has not got the row yet.
      if (this.lagMs > this.context.maxLagMs) throw this.tooOld(begunAt);
      if (begunAt !== undefined) this.faults.answered();
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
        if (lagMs > this.context.maxLagMs) throw this.tooOld(begunAt);
        return work(this.context.dataSource.createEntityManager(runner), lagMs);
      });
      this.faults.answered();
      return { result };
    } catch (error) {
      if (error instanceof ReplicaLags || error instanceof ReplicaOfAnother) this.faults.say(error);
      else if (!(error instanceof StoreError) || error instanceof DatabaseBusy) this.faults.rest(error);
      return undefined;
    }
  }

  /** Ends its connections. */
  close(): Promise<void> {
    return new Promise((resolve) => this.pool.end(() => resolve()));
  }

  private async onConnection<T>(work: (runner: ReplicaRunner) => Promise<T>): Promise<T> {
    const runner = new ReplicaRunner(this.context.dataSource.driver as MysqlDriver, this.pool);
    try {
      return await work(runner);
    } finally {
      await runner.release();
    }
  }

  private tooOld(begunAt: number | undefined): Error {
    return begunAt === undefined ? new ReplicaOfAnother() : new ReplicaLags(this.context.maxLagMs);
  }

  /** @returns when the beat of this process was begun that it shows; undefined when it shows none */
  private async lookOn(runner: ReplicaRunner): Promise<number | undefined> {
    const [row] = (await runner.query(BEAT, [this.context.heartbeats.id])) as unknown as { beat: number }[];
    const begunAt = row && this.context.heartbeats.begunAt(row.beat);
    if (begunAt !== undefined) this.show(begunAt);
    return begunAt;
  }

  private show(begunAt: number): void {
    this.hasShown = true;
    this.shownAt = Math.max(this.shownAt, begunAt);
  }
}
