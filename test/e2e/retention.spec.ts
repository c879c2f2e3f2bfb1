import { AsyncLocalStorage } from 'node:async_hooks';
import { DataSource } from 'typeorm';
import { Clock } from '../../src/kernel/clock';
import { firstIdAt, IdGenerator } from '../../src/kernel/ids';
import { AccessToken } from '../../src/modules/access/data/access-token.entity';
import { ConsoleCode } from '../../src/modules/access/data/console-code.entity';
import { ConsoleSession } from '../../src/modules/access/data/console-session.entity';
import { ClientsService } from '../../src/modules/access/clients.service';
import { Cart } from '../../src/modules/carts/data/cart.entity';
import { lockCart } from '../../src/modules/carts/data/locked-cart';
import { WebhookAttempt } from '../../src/modules/webhooks/data/webhook-attempt.entity';
import { WebhookDelivery } from '../../src/modules/webhooks/data/webhook-delivery.entity';
import { removeOldCarts } from '../../src/modules/carts/jobs/old-carts';
import { Transactions } from '../../src/platform/database/connection/transactions';
import { StoreObjectRemoval } from '../../src/platform/events/store-object-removal';
import { EventRow } from '../../src/platform/events/event.entity';
import { IdempotencyRecord } from '../../src/platform/http/idempotency/idempotency-record.entity';
import { Metrics } from '../../src/platform/metrics/metrics';
import { Retention } from '../../src/platform/retention/retention';
import { type CartResult, Shop } from '../builders/cart-shop.builder';
import { Gate } from '../support/database';
import { onEachEngine } from '../support/engines';
import { MovedClock } from '../support/moved.clock';
import { recordedEvents } from '../support/recorded-events';
import { type Call, startStore, type TestStore } from '../support/store';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = new Date('2027-06-01T12:00:00.000Z');

/** A row of one kind that grew as old as it is at an instant. @returns its id */
type Make = (source: DataSource, at: Date) => Promise<string>;

async function inserted<T extends { id: string }>(source: DataSource, entity: new () => T, row: T): Promise<string> {
  await source.manager
    .createQueryBuilder()
    .insert()
    .into(entity)
    .values(row as never)
    .updateEntity(false)
    .callListeners(false)
    .execute();
  return row.id;
}

let made = 0;
const unique = (): string => `upkeep-${(made += 1)}`;

const makes: Record<string, Make> = {
  events: (source, at) =>
    inserted(source, EventRow, {
      id: new IdGenerator(new MovedClock(at.toISOString())).nextUuid(),
      type: 'brand.created',
      object: 'brand',
      objectId: '1',
      objectVersion: 1,
      event: 'create',
      occurredAt: at,
      data: {},
      fannedOutAt: at,
      traceParent: null,
      epoch: null,
      position: null,
    }),
  webhook_deliveries: (source, at) =>
    inserted(source, WebhookDelivery, {
      id: firstIdAt(at),
      webhookId: unique(),
      eventId: unique(),
      type: 'brand.created',
      occurredAt: at,
      contentType: 'json',
      state: 'delivered',
      tries: 1,
      attempts: 1,
      isRetry: true,
      dueAt: null,
      leaseToken: null,
      leaseUntil: null,
      lostLeases: 0,
      error: null,
      createdAt: at,
      updatedAt: at,
    }),
  webhook_attempts: (source, at) =>
    inserted(source, WebhookAttempt, {
      id: firstIdAt(at),
      deliveryId: '1',
      number: 1,
      startedAt: at,
      durationMs: 1,
      status: 200,
      error: null,
      response: 'ok',
    }),
  idempotency_records: (source, at) =>
    inserted(source, IdempotencyRecord, {
      id: unique(),
      fingerprint: '',
      token: '',
      createdAt: at,
      leaseUntil: at,
      status: 201,
      answer: 'sealed',
    }),
  access_tokens: (source, at) =>
    inserted(source, AccessToken, { id: unique(), clientRow: '1', scopes: [], expiresAt: at, session: null }),
  console_sessions: (source, at) =>
    inserted(source, ConsoleSession, { id: unique(), clientRow: '1', endsAt: at, expiresAt: at }),
  console_codes: (source, at) => inserted(source, ConsoleCode, { id: unique(), clientRow: '1', expiresAt: at }),
  carts: (source, at) =>
    inserted(source, Cart, {
      id: unique(),
      version: 1,
      createdAt: at,
      updatedAt: at,
      discountCode: null,
      customerId: null,
      revision: 1,
    }),
};

/** Settings, and how long each kind is kept with them. The minute is for clocks that differ. */
const SETTINGS: [string, Record<string, string>, Record<string, number>][] = [
  [
    'as it comes',
    {},
    {
      events: 30 * DAY,
      webhook_deliveries: 30 * DAY,
      webhook_attempts: 30 * DAY,
      idempotency_records: DAY + MINUTE,
      access_tokens: DAY + MINUTE,
      console_sessions: MINUTE,
      console_codes: MINUTE,
      carts: 30 * DAY,
    },
  ],
  [
    'set up otherwise',
    {
      EVENT_RETENTION_DAYS: '5',
      ATTEMPT_RETENTION_DAYS: '3',
      CART_RETENTION_DAYS: '2',
      IDEMPOTENCY_RETENTION_HOURS: '48',
      EXPIRED_TOKEN_RETENTION_DAYS: '2',
    },
    {
      events: 5 * DAY,
      webhook_deliveries: 5 * DAY,
      webhook_attempts: 3 * DAY,
      idempotency_records: 2 * DAY + MINUTE,
      access_tokens: 2 * DAY + MINUTE,
      console_sessions: MINUTE,
      console_codes: MINUTE,
      carts: 2 * DAY,
    },
  ],
];

// Passes are the tests' own: one in between takes what a test has just made old.
beforeAll(() => jest.spyOn(Retention.prototype, 'start').mockImplementation(() => undefined));
afterAll(() => jest.restoreAllMocks());

for (const [title, env, kept] of SETTINGS) {
  onEachEngine(`retention, ${title}`, (engine) => {
    let store: TestStore;
    let source: DataSource;
    beforeAll(async () => {
      store = await startStore(engine.databaseUrl, env, true);
      source = store.app.get(DataSource);
      // What the store began with is old by then.
      await source.query('DELETE FROM events');
      Object.assign(store.app.get(Clock), { now: () => new Date(NOW) });
    });
    afterAll(() => store.close());

    it.each(Object.entries(kept))('removes %s when they are old, to the millisecond', async (kind, ms) => {
      const ids = async () =>
        (await source.query<{ id: string | number }[]>(`SELECT id FROM ${kind} ORDER BY id`)).map(({ id }) =>
          String(id),
        );
      const before = await ids();
      const at = (offset: number): Date => new Date(NOW.getTime() - ms + offset);
      const young: string[] = [];
      for (const offset of [0, 1, HOUR]) young.push((await makes[kind]?.(source, at(offset))) ?? '');
      const old: string[] = [];
      for (const offset of [-1, -HOUR, -400 * DAY]) old.push((await makes[kind]?.(source, at(offset))) ?? '');
      expect((await ids()).sort()).toEqual([...before, ...young, ...old].sort());
      await store.app.get(Retention).settle();
      expect((await ids()).sort()).toEqual([...before, ...young].sort());
      const metrics = await store.app.get(Metrics).text();
      expect(metrics).toContain(`upkeep_removed_rows_total{kind="${kind}"} 3\n`);
      expect(metrics).toContain(`upkeep_last_success_timestamp_seconds{kind="${kind}"} ${NOW.getTime() / 1000}\n`);
    });
  });
}

onEachEngine('after retention', (engine) => {
  let store: TestStore;
  let shop: Shop;
  let now = NOW.getTime();
  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { IDEMPOTENCY_RETENTION_HOURS: '48' }, true);
    Object.assign(store.app.get(Clock), { now: () => new Date(now) });
    shop = await Shop.open(store);
  });
  // What the test before left is old by then.
  beforeEach(async () => {
    now += 31 * DAY;
    await removeOld();
  });
  afterAll(() => store.close());

  const removeOld = (): Promise<void> => store.app.get(Retention).settle();
  const count = async (table: string): Promise<number> => {
    const [row] = await store.app
      .get(DataSource)
      .query<[{ count: number | string }]>(`SELECT COUNT(*) AS count FROM ${table}`);
    return Number(row.count);
  };

  it('wire.md 6: a repeat gets the first answer for as long as it is kept, then the request is made anew', async () => {
    const post = async () => {
      const headers = { 'idempotency-key': 'upkeep' };
      const form = { title: 'B', slug: unique() };
      const { status, headers: answered } = await store.request('POST', '/v1/brands', { headers, form: same ?? form });
      same ??= form;
      return [status, answered.get('idempotency-replayed')];
    };
    let same: Record<string, string> | undefined;
    expect(await post()).toEqual([201, null]);
    now += 48 * HOUR - 1;
    await removeOld();
    expect(await post()).toEqual([201, 'true']);
    now += 1;
    await removeOld();
    expect(await count('idempotency_records')).toBe(1);
    // It is the same brand once more: its slug is taken.
    expect(await post()).toEqual([422, null]);
    now += 48 * HOUR + MINUTE + 1;
    await removeOld();
    expect(await count('idempotency_records')).toBe(0);
  });

  it('wire.md 5: a token can be used until it expires, and its row is gone a day and a minute later', async () => {
    const client = await store.app.get(ClientsService).create('shop', ['orders:read']);
    const form = {
      grant_type: 'client_credentials',
      client_id: client.clientId,
      client_secret: client.clientSecret,
    };
    const { body } = await store.request<{ access_token: string }>('POST', '/oauth/access_token', {
      form,
      token: null,
    });
    const status = async () => (await store.request('GET', '/v1/orders', { token: body.access_token })).status;
    now += HOUR - 1;
    await removeOld();
    expect([await status(), await count('access_tokens')]).toEqual([200, 1]);
    now += 1;
    await removeOld();
    expect([await status(), await count('access_tokens')]).toEqual([401, 1]);
    now += DAY + MINUTE + 1;
    await removeOld();
    expect([await status(), await count('access_tokens')]).toEqual([401, 0]);
  });

  it('carts.md 11: an old cart goes with its lines, and its event still shows what was in it', async () => {
    const product = await shop.product();
    const carts: string[] = [];
    for (let i = 0; i < 30; i += 1) carts.push(await shop.cart(product.id));
    now += DAY;
    const young = await shop.cart(product.id);
    now += 29 * DAY;
    await removeOld();
    const total = async () =>
      (await store.request<{ pagination: { total: number } }>('GET', '/v1/carts')).body.pagination.total;
    expect(await total()).toBe(31);
    now += 1;
    await removeOld();
    expect([await total(), await count('carts'), await count('cart_items')]).toEqual([1, 1, 1]);
    const [last = ''] = carts;
    const events = await recordedEvents(store, last);
    // That it was made is as old as the cart, and is not kept any longer.
    expect(events.map(({ type, version }) => [type, version])).toEqual([['cart.deleted', 2]]);
    expect(events[0]?.data).toMatchObject({ id: last, total_items: 1 });
    expect((await shop.send<CartResult>('GET', `/v1/carts/${last}`)).body.result.contents).toEqual({});
    expect(Object.keys((await shop.send<CartResult>('GET', `/v1/carts/${young}`)).body.result.contents)).toHaveLength(
      1,
    );
  });

  it('carts.md 11: a cart that somebody writes to at that moment is left alone', async () => {
    const product = await shop.product();
    const [touched, written, old] = [
      await shop.cart(product.id),
      await shop.cart(product.id),
      await shop.cart(product.id),
    ];
    const before = new Date(now + 1);
    now += DAY;
    await shop.send('POST', `/v1/carts/${touched}`, { form: { id: product.id, quantity: '1' } });
    const transactions = store.app.get(Transactions);
    const removal = store.app.get(StoreObjectRemoval);
    const [locked, over] = [new Gate(), new Gate()];
    // On the embedded database one of the two has to wait for the other, and there is nothing to be passed over.
    const isLocked = !transactions.isEmbedded;
    const writing = transactions.run(async (tx) => {
      if (isLocked) await lockCart(tx, written);
      locked.open();
      if (isLocked) await over.passed;
    });
    await locked.passed;
    const ids = [touched, written, old];
    expect(await transactions.run((tx) => removeOldCarts(tx, removal, { ids, before }))).toBe(isLocked ? 1 : 2);
    over.open();
    await writing;
    const left = await store.app.get(DataSource).manager.find(Cart, { order: { id: 'ASC' } });
    expect(left.map(({ id }) => id)).toEqual(expect.arrayContaining(isLocked ? [touched, written] : [touched]));
    expect(left.map(({ id }) => id)).not.toContain(old);
  });

  // On the embedded database transactions take turns.
  if (engine.name !== 'sqlite') {
    it.each(Object.keys(makes))('while a batch of %s is held open, writers do not wait', async (kind) => {
      const product = await shop.product();
      const source = store.app.get(DataSource);
      const client = await store.app.get(ClientsService).create('writer', []);
      const credentials = {
        grant_type: 'client_credentials',
        client_id: client.clientId,
        client_secret: client.clientSecret,
      };
      const write = async (): Promise<number[]> => {
        const name = unique();
        const calls: [string, Call][] = [
          ['/oauth/access_token', { form: credentials, token: null }],
          ['/v1/brands', { form: { title: name, slug: name }, headers: { 'idempotency-key': name } }],
          [`/v1/carts/${name}`, { form: { id: product.id, quantity: '1' } }],
        ];
        const answers = calls.map(async ([path, call]) => (await store.request('POST', path, call)).status);
        return Promise.all(answers);
      };
      // Old and young rows lie side by side, in every index.
      for (let i = 0; i < 3; i += 1) {
        await makes[kind]?.(source, new Date(NOW.getTime() - 400 * DAY + i));
        await write();
      }
      const transactions = store.app.get(Transactions);
      const [held, over] = [new Gate(), new Gate()];
      const run = transactions.run.bind(transactions);
      // The workers of this process open transactions too: only the batch runs inside `ours`.
      const ours = new AsyncLocalStorage<true>();
      const hold = jest.spyOn(transactions, 'run').mockImplementation((work) =>
        run(async (tx) => {
          const done = await work(tx);
          if (ours.getStore() === undefined) return done;
          held.open();
          await over.passed;
          return done;
        }),
      );
      const task = store.app.get(Retention)['tasks'].find((paced) => paced.task.kind === kind)?.task;
      const batch = ours.run(true, () => task?.removeBatch(100));
      await Promise.race([held.passed, batch]);
      hold.mockRestore();
      const answers = await Promise.all(Array.from({ length: 5 }, write));
      over.open();
      expect(answers).toEqual(Array.from({ length: 5 }, () => [200, 201, 201]));
      expect(await batch).toEqual({ rows: 3, isMore: false });
    });
  }
});
