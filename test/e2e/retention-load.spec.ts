import { DataSource } from 'typeorm';
import { firstIdAt } from '../../src/kernel/ids';
import { ClientsService } from '../../src/modules/access/clients.service';
import { WebhookWorker } from '../../src/modules/webhooks/jobs/webhook-worker';
import { type Batch } from '../../src/platform/retention/retention-task';
import { Retention } from '../../src/platform/retention/retention';
import { Shop } from '../builders/cart-shop.builder';
import { makeDatabase } from '../support/database';
import { fillOldRows, OLD_ROW_KINDS } from '../support/old-rows';
import { databaseKind, startDatabase } from '../support/database-server';
import { leaveOut } from '../support/left-out';
import { type PrivateServer } from '../support/private-servers';
import { emptyFolder } from '../support/store.process';
import { startStore, type TestStore } from '../support/store';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver';

/** Old rows of each kind: 200,000 with `npm run test:retention`. A cart is priced for its event and takes longer than others. */
const ROWS = Number(process.env['RETENTION_ROWS'] ?? 5_000);
const CARTS = ROWS < 200_000 ? ROWS / 10 : ROWS;
const OLD = new Date('2022-01-01T00:00:00.000Z');
/** Later than any old row, earlier than any other. */
const DIVIDE = new Date('2026-01-01T00:00:00.000Z');
const WRITERS = 4;

const rowsOf = (kind: string): number => (kind === 'carts' ? CARTS : ROWS);

interface Place {
  /**
   * Whether webhooks are delivered meanwhile. Not where waits are counted: workers wait for writers and for one another now
   * and then, with retention or without.
   */
  readonly delivers: boolean;
  readonly open: () => Promise<string>;
  /** Counts of waits for a row lock and of those that failed, on a server without other users. */
  readonly waits: () => Promise<Record<string, number>>;
  readonly close: () => Promise<void>;
}

function sqlite(): Place {
  // Everybody takes turns: there are no row locks to wait for.
  return {
    delivers: true,
    open: async () => `sqlite:${emptyFolder()}/store.sqlite`,
    waits: async () => ({ deadlocks: 0, waits: 0 }),
    close: async () => undefined,
  };
}

function servers(source: () => DataSource): Place {
  let server: PrivateServer;
  return {
    delivers: false,
    open: async () => {
      server = await startDatabase();
      await makeDatabase(server.url, 'retention');
      return `${server.url}/retention`;
    },
    waits: async () => {
      const rows = await source().query<{ Variable_name: string; Value: string }[]>(
        `SHOW GLOBAL STATUS WHERE Variable_name IN ('Innodb_deadlocks', 'Innodb_row_lock_waits')`,
      );
      const of = (name: string): number => Number(rows.find((row) => row.Variable_name === name)?.Value);
      return { deadlocks: of('Innodb_deadlocks'), waits: of('Innodb_row_lock_waits') };
    },
    close: async () => void (await server.stop()),
  };
}

function underLoad(place: Place, opened: (source: DataSource) => void): void {
  let store: TestStore;
  let receiver: WebhookReceiver;
  let source: DataSource;
  beforeAll(async () => {
    receiver = await startWebhookReceiver();
    // Without pauses: what takes all of the time waits for nobody, and may all the less be waited for.
    const env = { UPKEEP_LOAD_PERCENT: '100', WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' };
    store = await startStore(await place.open(), env, true);
    source = store.app.get(DataSource);
    opened(source);
    // The fan-out marks events at the moment they are committed, and waits for that now and then.
    if (!place.delivers) await store.app.get(WebhookWorker).stop();
  });
  afterAll(async () => {
    await store.close();
    await receiver.close();
    await place.close();
  });

  const count = async (table: string, where = '1 = 1'): Promise<number> => {
    const [row] = await source.query<[{ count: number | string }]>(
      `SELECT COUNT(*) AS count FROM ${table} WHERE ${where}`,
    );
    return Number(row.count);
  };

  /** The batches of each kind from now on. */
  function watchBatches(): Map<string, Batch[]> {
    const batches = new Map<string, Batch[]>();
    for (const { task } of store.app.get(Retention)['tasks']) {
      const batch = task.removeBatch.bind(task);
      const seen: Batch[] = [];
      batches.set(task.kind, seen);
      task.removeBatch = async (limit) => {
        const done = await batch(limit);
        seen.push(done);
        return done;
      };
    }
    return batches;
  }

  it(`removes ${ROWS} rows of each kind to the last, and nobody who writes waits for a row or is refused`, async () => {
    const shop = await Shop.open(store);
    const product = await shop.product();
    const hook = { url: receiver.url('/load'), content_type: 'json', create: 1, update: 0, delete: 0, enabled: 1 };
    if (place.delivers) await shop.made('/v1/webhooks', { ...hook, events: ['brand.created'] });
    const client = await store.app.get(ClientsService).create('writer', []);
    const credentials = {
      grant_type: 'client_credentials',
      client_id: client.clientId,
      client_secret: client.clientSecret,
    };
    const batches = watchBatches();
    for (const kind of OLD_ROW_KINDS) await fillOldRows(source, kind, rowsOf(kind), OLD);
    const before = await place.waits();

    const answers = new Map<number, number>();
    let rounds = 0;
    let isOver = false;
    const send = async (path: string, call: object): Promise<void> => {
      const { status } = await store.request('POST', path, call);
      answers.set(status, (answers.get(status) ?? 0) + 1);
    };
    const write = async (): Promise<void> => {
      while (!isOver) {
        const name = `round-${(rounds += 1)}`;
        await send('/oauth/access_token', { form: credentials, token: null });
        await send('/v1/brands', { form: { title: name, slug: name }, headers: { 'idempotency-key': name } });
        await send(`/v1/carts/${name}`, { form: { id: product.id, quantity: '1' } });
      }
    };
    const writing = Promise.all(Array.from({ length: WRITERS }, write));
    await store.app.get(Retention).settle();
    isOver = true;
    await writing;

    const waited = await place.waits();
    expect(waited['deadlocks']).toBe(before['deadlocks']);
    // A row is visible a moment before its transaction releases the lock. A writer that waited for batches would do so
    // round after round; that nobody does while one is held open, retention.spec.ts shows.
    expect(Number(waited['waits']) - Number(before['waits'])).toBeLessThan(rounds / 10);
    expect(rounds).toBeGreaterThan(WRITERS);
    expect(Object.fromEntries(answers)).toEqual({ 200: rounds, 201: 2 * rounds });
    const divide = DIVIDE.toISOString().slice(0, 10);
    expect({
      events: await count('events', `occurred_at < '${divide}'`),
      made: await count('events', `type = 'brand.created'`),
      removed: await count('events', `type = 'cart.deleted'`),
      webhook_deliveries: await count('webhook_deliveries', `id < ${firstIdAt(DIVIDE)}`),
      webhook_attempts: await count('webhook_attempts', `id < ${firstIdAt(DIVIDE)}`),
      idempotency_records: await count('idempotency_records'),
      access_tokens: await count('access_tokens'),
      carts: await count('carts'),
    }).toEqual({
      events: 0,
      made: rounds,
      removed: CARTS,
      webhook_deliveries: 0,
      webhook_attempts: 0,
      idempotency_records: rounds,
      access_tokens: rounds,
      carts: rounds,
    });
    const rowsOfBatches = (kind: string): number[] => (batches.get(kind) ?? []).map(({ rows }) => rows);
    const sum = (kind: string): number => rowsOfBatches(kind).reduce((all, each) => all + each, 0);
    const others = OLD_ROW_KINDS.filter((kind) => kind !== 'webhook_attempts');
    expect(others.map((kind) => [kind, sum(kind)])).toEqual(others.map((kind) => [kind, rowsOf(kind)]));
    // An attempt goes along with its delivery when that has its turn first.
    expect(sum('webhook_attempts')).toBeLessThanOrEqual(rowsOf('webhook_attempts'));
    const largest = OLD_ROW_KINDS.filter((kind) => Math.max(...rowsOfBatches(kind)) > (kind === 'carts' ? 100 : 500));
    expect(largest).toEqual([]);
  }, 1_800_000);
}

if (databaseKind === 'mariadb') {
  describe('retention under load (sqlite)', () => {
    underLoad(sqlite(), () => undefined);
  });
}

// With the server that the run has found installed; one of its own, whose counters nobody else moves.
if (process.env['TEST_DATABASE_URL']) {
  describe(`retention under load (${databaseKind})`, () => {
    let opened: DataSource;
    underLoad(
      servers(() => opened),
      (source) => (opened = source),
    );
  });
} else {
  leaveOut(['mariadb'], '"retention under load"');
}
