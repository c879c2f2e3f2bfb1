import { type PoolOptions, type QueryValues } from 'mysql2';
import { type Logger, type QueryRunner } from 'typeorm';
import { monotonicMs } from '../../kernel/clock';
import { type HostAndPort } from '../config/server-address';
import { DatabaseNode, type PoolCounts, type Standing, type Taken, type Watching } from './database-node';
import { DatabaseBusy, DatabaseUnavailable } from './database.errors';
import { isRefusedByServer } from './driver-faults';

/** A server that stands alone is given time to recover: to cut its connections mends nothing. */
const ALONE = { everyMs: 2_000, silentMs: 10_000 };
const IN_CLUSTER = { everyMs: 500, silentMs: 2_000 };
/** How long a taker waits for a connection while all of them are in use; as long as on SQLite for a turn. */
const WAIT_MS = 10_000;
/** How long a taker waits for a cluster to have a server that can be worked with. */
const FAILOVER_MS = 4_000;
/** A server that is away is found out by then. */
const CONNECT_MS = 2_000;

/** What a server of a cluster must say: it may be written to and, with Galera, is in step with the majority. */
export function standingOf(variables: ReadonlyMap<string, string>): Standing {
  if (variables.get('read_only') === 'ON') return 'down';
  if (variables.get('wsrep_on') !== 'ON') return 'ready';
  if (variables.get('wsrep_ready') !== 'ON') return 'down';
  return { '2': 'donor' as const, '4': 'ready' as const }[variables.get('wsrep_local_state') ?? ''] ?? 'down';
}

/**
 * The servers of a database as one pool of connections, in place of the driver's own: every process works on the first
 * of the list that can be worked with (docs/adr/0003). Waiting for a connection has an end.
 */
export class DatabaseServers {
  private readonly nodes: readonly DatabaseNode[];
  private readonly waiting = new Set<() => void>();
  /** Whether each server has been asked once, so that the first connection is not that of whoever answers first. */
  private hasBegun: boolean;
  private isClosed = false;

  /** @param options of mysql2, for each of the servers @param hosts in the order in which they are preferred */
  constructor(options: PoolOptions, hosts: readonly HostAndPort[], waitMs = WAIT_MS) {
    const isAlone = hosts.length === 1;
    const watching: Watching = {
      ...(isAlone ? ALONE : { ...IN_CLUSTER, judge: standingOf }),
      waitMs,
      changed: () => this.changed(),
    };
    const own = isAlone ? options : { ...options, connectTimeout: CONNECT_MS };
    this.nodes = hosts.map((host) => new DatabaseNode(own, host, watching, isAlone ? 'ready' : 'down'));
    this.hasBegun = isAlone;
    void Promise.all(this.nodes.map((node) => node.look())).then(() => {
      this.hasBegun = true;
      this.changed();
    });
  }

  /** What the connections to all servers do, with those who wait for a server. */
  get counts(): PoolCounts {
    const none = { inUse: 0, idle: 0, waits: this.waiting.size };
    return this.nodes.reduce((sum, { counts: { inUse, idle, waits } }) => {
      return { inUse: sum.inUse + inUse, idle: sum.idle + idle, waits: sum.waits + waits };
    }, none);
  }

  /** Gives a connection of the server that is preferred; the caller releases it. */
  getConnection(taken: Taken): void {
    this.take(taken);
  }

  /** Asks a single statement, over a connection that is taken back with its answer. */
  query(sql: string, parameters: QueryValues, done: (error: Error | null, rows: unknown) => void): void {
    this.getConnection((error, connection) => {
      if (connection === undefined) {
        done(error, undefined);
        return;
      }
      connection.query(sql, parameters, (failure, rows) => {
        if (failure !== null && isRefusedByServer(failure)) this.distrust(connection);
        connection.release();
        done(failure, rows);
      });
    });
  }

  /** Ends all connections. */
  end(done: (error?: unknown) => void): void {
    this.isClosed = true;
    let left = this.nodes.length;
    for (const node of this.nodes) {
      node.close((error) => {
        left -= 1;
        if (left === 0) done(error);
      });
    }
  }

  /** The server of a connection has said itself that it cannot be worked with: it counts as down from now on. */
  distrust(connection: object): void {
    if (!this.isAlone) this.nodes.find((node) => node.owns(connection))?.lost();
  }

  private get isAlone(): boolean {
    return this.nodes.length === 1;
  }

  private take(taken: Taken, until?: number): void {
    const node = this.isAlone ? this.nodes[0] : this.preferred();
    if (node === undefined) {
      this.later(taken, until ?? monotonicMs() + FAILOVER_MS);
      return;
    }
    node.take((error, connection) => {
      if (error === null || this.isAlone || error instanceof DatabaseBusy || this.isClosed) {
        taken(error, connection);
        return;
      }
      node.lost();
      this.take(taken, until ?? monotonicMs() + FAILOVER_MS);
    });
  }

  private preferred(): DatabaseNode | undefined {
    if (!this.hasBegun) return undefined;
    return (
      this.nodes.find(({ standing }) => standing === 'ready') ?? this.nodes.find(({ standing }) => standing === 'donor')
    );
  }

  /** Tries again when a server has come up, until the time is over. */
  private later(taken: Taken, until: number): void {
    const again = (): void => {
      clearTimeout(limit);
      this.waiting.delete(again);
      this.take(taken, until);
    };
    const limit = setTimeout(
      () => {
        this.waiting.delete(again);
        taken(new DatabaseUnavailable());
      },
      Math.max(0, until - monotonicMs()),
    );
    this.waiting.add(again);
  }

  private changed(): void {
    if (this.preferred() !== undefined) for (const again of [...this.waiting]) again();
  }
}

/** Tells the servers of statements that one of them refused. It logs nothing: whoever asked gets the error. */
export class RefusalWatch implements Logger {
  constructor(private readonly servers: () => DatabaseServers | undefined) {}

  logQueryError(error: string | Error, _query: string, _parameters?: unknown, runner?: QueryRunner): void {
    if (runner === undefined || !isRefusedByServer(error)) return;
    void runner.connect().then((connection: object) => this.servers()?.distrust(connection));
  }

  logQuery(): void {}
  logQuerySlow(): void {}
  logSchemaBuild(): void {}
  logMigration(): void {}
  log(): void {}
}
