import { connect, type Socket } from 'node:net';
import {
  type Connection,
  createConnection,
  createPool,
  type Pool,
  type PoolConnection,
  type PoolOptions,
  type QueryValues,
} from 'mysql2';
import { DatabaseBusy } from './database.errors';

/** Gets a connection, or what went wrong. */
type Taken = (error: Error | null, connection?: PoolConnection) => void;

/**
 * Told how a ping ended.
 * @param error undefined: the server answered @param refusal how it answered the statement that follows; undefined: well
 */
type OnPing = (error: unknown, refusal?: unknown) => void;

/** Connections in use and idle, and how many takers wait for one. */
export interface PoolCounts {
  readonly inUse: number;
  readonly idle: number;
  readonly waits: number;
}

/** Limits of the pool's waits, in milliseconds. */
export interface WaitLimits {
  /** Longest wait for a connection while all of them are in use. */
  readonly waitMs: number;
  /** Interval between pings of the server. */
  readonly pingMs: number;
  /** A server that does not answer a ping for so long has all connections cut. */
  readonly silentMs: number;
}

/** A taker waits as long as on SQLite for its turn; a server is given time to recover. */
const LIMITS: WaitLimits = { waitMs: 10_000, pingMs: 2_000, silentMs: 10_000 };

const SESSION = [
  'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
  // Galera: reads see what was committed on any node before. A server that does not know the variable rejects it.
  'SET SESSION wsrep_sync_wait = IF(@@wsrep_on, 7, 0)',
];
/** A reader of a replica does not wait for it where the primary answers at once. */
const REPLICA_LIMITS: WaitLimits = { waitMs: 500, pingMs: 1_000, silentMs: 2_000 };
/** A snapshot lasts for all statements of a read. */
const REPLICA_SESSION = ['SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ'];

/** A process that was paused finds both the time-out and the response: this delay lets it read the response first. */
const GRACE_MS = 250;

/** The driver's pool of connections with an end to every wait: for a connection, and for a server that does not answer. */
export class ServerPool {
  private readonly pool: Pool;
  private readonly sockets = new Set<Socket>();
  private readonly idle = new Set<PoolConnection>();
  private probe: Connection | undefined;
  private timer: NodeJS.Timeout | undefined;
  private waits = 0;
  private wasEnqueued = false;
  private isClosed = false;
  private onPing: OnPing = () => undefined;
  private statement: string | undefined;
  /** When the server answered last, of a clock that only goes forward. */
  private answeredAt = performance.now();

  /** @param session statements that are sent first over each new connection */
  constructor(
    private readonly options: PoolOptions,
    private readonly limits: WaitLimits = LIMITS,
    private readonly session: readonly string[] = SESSION,
  ) {
    this.pool = createPool({ ...options, stream: () => this.socket() });
    this.pool.on('enqueue', () => (this.wasEnqueued = true));
    this.pool.on('connection', (connection) => this.begin(connection));
    this.pool.on('acquire', (connection) => this.idle.delete(connection));
    this.pool.on('release', (connection) => this.idle.add(connection));
    this.pingLater();
  }

  /** Returns a pool of connections to a replica, with the same options otherwise. Opens none yet. */
  toReplica(place: Pick<PoolOptions, 'host' | 'port' | 'user' | 'password' | 'database'>): ServerPool {
    return new ServerPool({ ...this.options, ...place }, REPLICA_LIMITS, REPLICA_SESSION);
  }

  get counts(): PoolCounts {
    return { inUse: this.sockets.size - this.idle.size, idle: this.idle.size, waits: this.waits };
  }

  /** Gives a connection, which the caller releases. Fails with {@link DatabaseBusy} after `waitMs`. */
  getConnection(taken: Taken): void {
    let isOver = false;
    let limit: NodeJS.Timeout | undefined = undefined;
    const end: Taken = (error, connection) => {
      isOver = true;
      if (limit !== undefined) this.waits -= 1;
      clearTimeout(limit);
      taken(error, connection);
    };
    this.wasEnqueued = false;
    this.pool.getConnection((error, connection) => {
      if (!isOver) end(error, connection);
      // Nobody waits for it any more.
      else if (error === null) connection.release();
    });
    if (!this.wasEnqueued) return;
    this.waits += 1;
    limit = setTimeout(() => end(new DatabaseBusy()), this.limits.waitMs);
  }

  /** Sends a single statement over a connection that is released with its answer. */
  query(sql: string, parameters: QueryValues, done: (error: Error | null, rows: unknown) => void): void {
    this.getConnection((error, connection) => {
      if (connection === undefined) {
        done(error, undefined);
        return;
      }
      connection.query(sql, parameters, (failure, rows) => {
        connection.release();
        done(failure, rows);
      });
    });
  }

  /** Calls back after each ping from now on. @param statement sent after each ping that is answered */
  watch(onPing: OnPing, statement?: string): void {
    this.onPing = onPing;
    this.statement = statement;
  }

  /** Ends all connections. */
  end(done: (error?: unknown) => void): void {
    this.isClosed = true;
    clearTimeout(this.timer);
    this.forgetProbe();
    this.pool.end(done);
  }

  private begin(connection: PoolConnection): void {
    const forget = (): void => void this.idle.delete(connection);
    connection.once('end', forget).once('error', forget);
    for (const sql of this.session) connection.query(sql, () => undefined);
  }

  private pingLater(): void {
    if (this.isClosed) return;
    this.timer = setTimeout(() => void this.ping(), this.limits.pingMs);
    this.timer.unref();
  }

  /** Pings over a connection of its own. A refused connection is no silence: the next statement fails at once with it. */
  private async ping(): Promise<void> {
    const probe = (this.probe ??= this.newProbe());
    try {
      await inTime(this.limits.silentMs, (answered) => probe.ping((error) => answered(error)));
      this.answeredAt = performance.now();
      this.onPing(undefined, await this.refusalOf(probe));
    } catch (error) {
      this.forgetProbe();
      if (!this.isClosed) this.onPing(error);
      const silentMs = performance.now() - this.answeredAt;
      if (isSilence(error) && silentMs >= this.limits.silentMs && !this.isClosed) this.cut();
    } finally {
      this.pingLater();
    }
  }

  private async refusalOf(probe: Connection): Promise<unknown> {
    const { statement } = this;
    if (statement === undefined) return undefined;
    try {
      await inTime(this.limits.silentMs, (answered) => probe.query(statement, (error) => answered(error)));
      return undefined;
    } catch (error) {
      return error;
    }
  }

  private cut(): void {
    const lost = Object.assign(new Error('Connection lost: the server is silent'), {
      code: 'PROTOCOL_CONNECTION_LOST',
    });
    for (const socket of this.sockets) socket.destroy(lost);
  }

  private forgetProbe(): void {
    this.probe?.destroy();
    this.probe = undefined;
  }

  private newProbe(): Connection {
    const { connectionLimit: _, ...options } = this.options;
    const probe = createConnection(options);
    // The next ping opens a new one, and fails with the reason if it cannot.
    const forget = (): void => {
      if (this.probe === probe) this.forgetProbe();
    };
    probe.on('error', forget).once('end', forget);
    return probe;
  }

  /** As mysql2 makes its own, and remembered, to be cut. */
  private socket(): Socket {
    const { host = 'localhost', port = 3306 } = this.options;
    const socket = connect({ host, port });
    socket.setNoDelay(true);
    socket.setKeepAlive(true);
    this.sockets.add(socket);
    socket.once('close', () => this.sockets.delete(socket));
    return socket;
  }
}

/** The server did not respond in time. */
class Silence extends Error {}

/** Whether a ping failed because nothing came back: not even a connection, if it needed a new one. */
const isSilence = (error: unknown): boolean =>
  error instanceof Silence || (error as { code?: unknown } | undefined)?.code === 'ETIMEDOUT';

/**
 * @param begin calls back with an error, or with none: mysql2's ping then passes nothing, unlike what its types say
 * @throws what `begin` answered with, Silence
 */
function inTime(ms: number, begin: (answered: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = (): void => reject(new Silence('the server does not respond'));
    let limit = setTimeout(() => (limit = setTimeout(late, GRACE_MS)), ms);
    begin((error) => {
      clearTimeout(limit);
      if (error) reject(error);
      else resolve();
    });
  });
}
