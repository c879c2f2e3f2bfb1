import type { Inbox, InboxEvent, OnceOptions, Outcome } from './inbox.js';

/** Runs a statement of a transaction and returns its rows. */
export type Query = (sql: string, params: readonly (string | number)[]) => Promise<readonly object[]>;

/** Access to the database of the receiver. */
export interface SqlInboxOptions {
  /** Runs `work` in a transaction: commits when it succeeds, rolls back when it throws. */
  readonly transaction: <T>(work: (query: Query) => Promise<T>) => Promise<T>;
  /** The nth parameter, from 1; default `?`. For PostgreSQL: `(n) => '$' + n`. */
  readonly placeholder?: (n: number) => string;
}

/** The tables of {@link SqlInbox}. Remove rows of `storekeeper_inbox` after 40 days: the store sends no event for so long. */
export const INBOX_TABLES: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS storekeeper_inbox (
    id VARCHAR(64) NOT NULL PRIMARY KEY,
    received_at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP
  )`,
  `CREATE TABLE IF NOT EXISTS storekeeper_versions (
    object VARCHAR(64) NOT NULL,
    object_id VARCHAR(64) NOT NULL,
    version INTEGER NOT NULL,
    PRIMARY KEY (object, object_id)
  )`,
];

/** Remembers events in the receiver's database, in the transaction of their effect: both happen, or neither. */
export class SqlInbox implements Inbox<Query> {
  private readonly transaction: SqlInboxOptions['transaction'];
  private readonly placeholder: (n: number) => string;

  constructor({ transaction, placeholder = () => '?' }: SqlInboxOptions) {
    this.placeholder = placeholder;
    this.transaction = (work) => transaction((query) => work((sql, params) => query(this.numbered(sql), params)));
  }

  async handle(event: InboxEvent, effect: (query: Query) => unknown, options: OnceOptions = {}): Promise<Outcome> {
    const object = [event.object, event.object_id] as const;
    await this.insertOnce('storekeeper_versions (object, object_id, version) VALUES (?, ?, 0)', object, () =>
      this.transaction((query) => query(VERSION, object)),
    );
    try {
      return await this.transaction((query) => handleIn(query, event, effect, options));
    } catch (error) {
      // Another delivery of the same event was quicker, and the id is a primary key.
      if (await this.transaction((query) => isKnown(query, event))) return 'repeated';
      throw error;
    }
  }

  /** Inserts a row that there is once; another process may do it at the same time. */
  private async insertOnce(
    into: string,
    params: readonly string[],
    find: () => Promise<readonly object[]>,
  ): Promise<void> {
    if ((await find()).length > 0) return;
    try {
      await this.transaction((query) => query(`INSERT INTO ${into}`, params));
    } catch (error) {
      if ((await find()).length === 0) throw error;
    }
  }

  private numbered(sql: string): string {
    let n = 0;
    return sql.replace(/\?/g, () => this.placeholder((n += 1)));
  }
}

const VERSION = 'SELECT version FROM storekeeper_versions WHERE object = ? AND object_id = ?';

async function handleIn(
  query: Query,
  { id, object, object_id, object_version }: InboxEvent,
  effect: (query: Query) => unknown,
  { stale }: OnceOptions,
): Promise<Outcome> {
  const which = [object, object_id];
  // Locks the row of the object, so that two of its events are handled one after the other.
  await query('UPDATE storekeeper_versions SET version = version WHERE object = ? AND object_id = ?', which);
  if (await isKnown(query, { id })) return 'repeated';
  await query('INSERT INTO storekeeper_inbox (id) VALUES (?)', [id]);
  const [row] = (await query(VERSION, which)) as readonly { version: number }[];
  const latest = Number(row?.version);
  if (latest > object_version && stale !== 'run') return 'stale';
  const params = [Math.max(latest, object_version), ...which];
  await query('UPDATE storekeeper_versions SET version = ? WHERE object = ? AND object_id = ?', params);
  await effect(query);
  return 'done';
}

async function isKnown(query: Query, { id }: Pick<InboxEvent, 'id'>): Promise<boolean> {
  return (await query('SELECT id FROM storekeeper_inbox WHERE id = ?', [id])).length > 0;
}
