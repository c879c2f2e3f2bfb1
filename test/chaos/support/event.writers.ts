import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise';
import { SystemClock } from '../../../src/kernel/clock';
import { IdGenerator } from '../../../src/kernel/ids';

/** Objects that the writers share: each transaction holds one or two of them. */
const OBJECTS = 64;
/** One transaction in so many stays open for a while. */
const HELD_IN = 40;
const LONGEST_HOLD_MS = 2_000;
/** Events of one object in one transaction. */
const MAX_EVENTS = { short: 3, full: 40 } as const;
const RECONNECT_MS = 50;

/**
 * Writers of events beside the API: each commits the next versions of shared objects, as requests do, and now and then leaves its
 * transaction open while others commit later events. They go on when the database was away.
 */
export class EventWriters {
  private isStopped = false;
  private readonly ids = new IdGenerator(new SystemClock());
  private running: Promise<unknown> = Promise.resolve();
  /** Events of transactions whose commit was answered. */
  committed = 0;

  constructor(
    private readonly databaseUrl: string,
    private readonly form: keyof typeof MAX_EVENTS,
  ) {}

  /** Begins to write. */
  async start(writers: number): Promise<void> {
    const connection = await this.connect();
    await connection.query('CREATE TABLE written_objects (id INT PRIMARY KEY, version INT NOT NULL)');
    const rows = Array.from({ length: OBJECTS }, (_, id) => `(${id + 1}, 0)`);
    await connection.query(`INSERT INTO written_objects VALUES ${rows.join()}`);
    await connection.end();
    this.running = Promise.all(Array.from({ length: writers }, () => this.write()));
  }

  /** Resolves when no transaction is open any more. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.running;
  }

  private connect(): Promise<Connection> {
    return createConnection({ uri: this.databaseUrl, timezone: 'Z' });
  }

  private async write(): Promise<void> {
    while (!this.isStopped) {
      await this.writeOverOne().catch(() => pause(RECONNECT_MS));
    }
  }

  private async writeOverOne(): Promise<void> {
    const connection = await this.connect();
    // The next statement reports the lost connection.
    connection.on('error', () => undefined);
    try {
      while (!this.isStopped) {
        const events = await this.commitSome(connection);
        this.committed += events;
      }
    } finally {
      connection.destroy();
    }
  }

  /** One transaction. @returns its events */
  private async commitSome(connection: Connection): Promise<number> {
    await connection.beginTransaction();
    // Ascending: two of them never wait for each other.
    const objects = [...new Set([randomInt(OBJECTS) + 1, randomInt(OBJECTS) + 1])].sort((a, b) => a - b);
    let events = 0;
    for (const object of objects) events += await this.changeObject(connection, object);
    if (randomInt(HELD_IN) === 0) await pause(randomInt(LONGEST_HOLD_MS));
    await connection.commit();
    return events;
  }

  private async changeObject(connection: Connection, object: number): Promise<number> {
    const count = 1 + randomInt(MAX_EVENTS[this.form]);
    const sql = 'SELECT version FROM written_objects WHERE id = ? FOR UPDATE';
    const [[row]] = await connection.query<RowDataPacket[]>(sql, [object]);
    const version = Number((row as { version: number }).version);
    const now = new Date();
    const rows = Array.from({ length: count }, (_, at) => [this.ids.nextUuid(), object, version + at + 1, now]);
    await connection.query(
      `INSERT INTO events (id, type, object, object_id, object_version, event, occurred_at, data)
       VALUES ${rows.map(() => `(?, 'brand.updated', 'brand', ?, ?, 'update', ?, '{}')`).join()}`,
      rows.flat(),
    );
    await connection.query('UPDATE written_objects SET version = ? WHERE id = ?', [version + count, object]);
    return count;
  }
}
