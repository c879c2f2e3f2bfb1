import { connect, type Socket } from 'node:net';
import {
  type Connection,
  createConnection,
  createPool,
  type Pool,
  type PoolConnection,
  type PoolOptions,
} from 'mysql2';
import { type HostAndPort } from '../config/server-address';
import { DatabaseBusy } from './database.errors';
import { driverCode } from './driver-faults';

/** Whether a server can be worked with: `donor` does, and slower, for it sends its data to a server that joins. */
export type Standing = 'down' | 'donor' | 'ready';

/** Handed a connection, or what went wrong. */
export type Taken = (error: Error | null, connection?: PoolConnection) => void;

/** Connections in use and idle, and how many takers wait for one. */
export interface PoolCounts {
  readonly inUse: number;
  readonly idle: number;
  readonly waits: number;
}

/** What mysql2 keeps of its pool, of which its types say nothing. */
type PoolInside = Readonly<Record<'_allConnections' | '_freeConnections' | '_connectionQueue', { length: number }>>;

/** How a server is kept an eye on. */
export interface Watching {
  /** How often it is asked how it is, milliseconds. */
  readonly everyMs: number;
  /** Without an answer for so long it counts as down, and whoever waits for it is told so, milliseconds. */
  readonly silentMs: number;
  /** How long a taker waits for a connection while all of them are in use, milliseconds. */
  readonly waitMs: number;
  /** What it must say about itself to be worked with; left out: an answer is enough. */
  readonly judge?: (variables: ReadonlyMap<string, string>) => Standing;
  /** Called when its standing has changed. */
  readonly changed: () => void;
}

/** For each new connection, ahead of all that is asked over it; what a server does not know is passed over. */
const SESSION = [
  'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
  // Galera: reads what was committed on any server before, once a transaction. No other server has heard of it.
  'SET SESSION wsrep_sync_wait = IF(@@wsrep_on, 7, 0)',
];
const STANDING = [
  "SHOW GLOBAL VARIABLES WHERE Variable_name IN ('read_only', 'wsrep_on')",
  "SHOW GLOBAL STATUS WHERE Variable_name IN ('wsrep_ready', 'wsrep_local_state')",
];
/** A process that was held itself finds its time up and the answer there: the answer is read first. */
const GRACE_MS = 250;

/** A server of the database: its connections, and whether it can be worked with. It is asked over a connection of its own. */
export class DatabaseNode {
  standing: Standing;
  private readonly pool: Pool;
  private readonly options: PoolOptions;
  private readonly sockets = new Set<Socket>();
  private readonly connections = new WeakSet();
  private probe: Connection | undefined;
  private timer: NodeJS.Timeout | undefined;
  private wasEnqueued = false;
  private isClosed = false;

  /** @param options of mysql2 @param standing until it has been asked */
  constructor(
    options: PoolOptions,
    private readonly address: HostAndPort,
    private readonly watching: Watching,
    standing: Standing,
  ) {
    this.standing = standing;
    this.options = { ...options, ...address, stream: () => this.socket() };
    this.pool = createPool(this.options);
    this.pool.on('enqueue', () => (this.wasEnqueued = true));
    this.pool.on('connection', (connection) => {
      this.connections.add(connection);
      for (const sql of SESSION) connection.query(sql, () => undefined);
    });
  }

  /** What its connections do at this moment. */
  get counts(): PoolCounts {
    const {
      _allConnections: all,
      _freeConnections: free,
      _connectionQueue: queue,
    } = this.pool as unknown as PoolInside;
    return { inUse: all.length - free.length, idle: free.length, waits: queue.length };
  }

  /** Gives a connection, a waiting or a new one. */
  take(taken: Taken): void {
    let isOver = false;
    let limit: NodeJS.Timeout | undefined = undefined;
    this.wasEnqueued = false;
    this.pool.getConnection((error, connection) => {
      clearTimeout(limit);
      if (isOver) {
        // Nobody waits for it any more.
        if (error === null) connection.release();
        return;
      }
      isOver = true;
      taken(error, connection);
    });
    if (!this.wasEnqueued) return;
    limit = setTimeout(() => {
      isOver = true;
      taken(new DatabaseBusy());
    }, this.watching.waitMs);
  }

  /** Counts as down until it says otherwise: its connections are cut, so that nobody waits for an answer over them. */
  lost(): void {
    this.stand('down');
    const cut = Object.assign(new Error('Connection lost: the server is down'), { code: 'PROTOCOL_CONNECTION_LOST' });
    for (const socket of this.sockets) socket.destroy(cut);
    this.forgetProbe();
  }

  /** Asks now, and from then on again and again. Resolves with the first answer. */
  async look(): Promise<void> {
    try {
      this.stand(await this.ask());
    } catch (error) {
      this.forgetProbe();
      if (this.isClosed || isFull(error)) return;
      // A server that stands alone and refuses is met by whoever comes next; nobody waits for it.
      if (this.watching.judge !== undefined || error instanceof Silence) this.lost();
    } finally {
      this.lookAgain();
    }
  }

  /** Whether a connection is one of its own. */
  owns(connection: object): boolean {
    return this.connections.has(connection);
  }

  private lookAgain(): void {
    if (this.isClosed) return;
    this.timer = setTimeout(() => void this.look(), this.watching.everyMs);
    this.timer.unref();
  }

  /** Ends its connections, in order where it can still be reached. */
  close(done: (error?: unknown) => void): void {
    this.isClosed = true;
    clearTimeout(this.timer);
    this.forgetProbe();
    this.pool.end(done);
  }

  private forgetProbe(): void {
    this.probe?.destroy();
    this.probe = undefined;
  }

  private stand(standing: Standing): void {
    if (this.standing === standing || this.isClosed) return;
    this.standing = standing;
    this.watching.changed();
  }

  private async ask(): Promise<Standing> {
    const probe = (this.probe ??= this.newProbe());
    const { judge, silentMs } = this.watching;
    if (judge === undefined) {
      await inTime(silentMs, (answered) => probe.ping((error) => answered(error)));
      return 'ready';
    }
    const variables = new Map<string, string>();
    for (const sql of STANDING) {
      const rows = await inTime<{ Variable_name: string; Value: string }[]>(silentMs, (answered) =>
        probe.query(sql, (error, found) => answered(error, found as never)),
      );
      for (const row of rows ?? []) variables.set(row.Variable_name, row.Value);
    }
    return judge(variables);
  }

  private newProbe(): Connection {
    const { connectionLimit: _, ...options } = this.options;
    const probe = createConnection(options);
    // What it was asked fails with it, and is dealt with there.
    probe.on('error', () => undefined);
    return probe;
  }

  /** As mysql2 makes its own, and remembered, to be cut. */
  private socket(): Socket {
    const socket = connect(this.address);
    socket.setNoDelay(true);
    socket.setKeepAlive(true);
    this.sockets.add(socket);
    socket.once('close', () => this.sockets.delete(socket));
    return socket;
  }
}

/** There was no answer in time. */
class Silence extends Error {}

/** The server is there and well, and has no connection left for the probe. */
function isFull(error: unknown): boolean {
  return ['ER_CON_COUNT_ERROR', 'ER_TOO_MANY_USER_CONNECTIONS'].includes(driverCode(error) ?? '');
}

/** @throws what `begin` answered with, Silence */
function inTime<T = void>(
  ms: number,
  begin: (answered: (error: Error | null, value?: T) => void) => void,
): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const late = (): void => reject(new Silence('the database does not answer'));
    let limit = setTimeout(() => (limit = setTimeout(late, GRACE_MS)), ms);
    begin((error, value) => {
      clearTimeout(limit);
      if (error === null) resolve(value);
      else reject(error);
    });
  });
}
