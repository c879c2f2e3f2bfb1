import { DataSource } from 'typeorm';
import { Clock } from '../../src/kernel/clock';
import { firstIdAt } from '../../src/kernel/ids';
import { Job } from '../../src/platform/jobs/job.entity';
import { Retention } from '../../src/platform/retention/retention';
import { ClientsService } from '../../src/modules/access/clients.service';
import { TokensService } from '../../src/modules/access/tokens.service';
import { WebhookAttempt } from '../../src/modules/webhooks/data/webhook-attempt.entity';
import { WebhookDelivery } from '../../src/modules/webhooks/data/webhook-delivery.entity';
import { WebhookWorkerRow } from '../../src/modules/webhooks/data/webhook-worker.entity';
import { type OperationsRecord } from '../../src/modules/operations/operations.record';
import { onEachEngine } from '../support/engines';
import { numbers } from '../support/numbers.sql';
import { fillOldRows } from '../support/old-rows';
import { startStore, type TestStore } from '../support/store';

const NOW = new Date('2026-03-01T12:02:30.000Z');
const SECOND = 1_000;
const before = (ms: number): Date => new Date(NOW.getTime() - ms);
const EMPTY_SLOT = { delivered: 0, failed: 0, is_estimate: false };

onEachEngine('GET /v1/operations (console.md 9)', (engine) => {
  const isEmbedded = engine.name === 'sqlite';
  let store: TestStore;
  let source: DataSource;
  let now: jest.SpyInstance<Date, []>;
  let start: jest.SpyInstance;

  beforeAll(async () => {
    // Passes of the clean-up are the tests' own.
    start = jest.spyOn(Retention.prototype, 'start').mockImplementation(() => undefined);
    const redis: Record<string, string> = engine.redisUrl === undefined ? {} : { REDIS_URL: engine.redisUrl };
    store = await startStore(engine.databaseUrl, redis);
    source = store.app.get(DataSource);
    now = jest.spyOn(store.app.get(Clock), 'now').mockReturnValue(NOW);
  });
  beforeEach(async () => {
    const webhooks = ['webhooks', 'webhook_deliveries', 'webhook_attempts', 'webhook_workers'];
    for (const table of [...webhooks, 'events', 'event_consumers', 'jobs', 'retention_runs'])
      await source.query(`DELETE FROM ${table}`);
    await source.query('UPDATE event_positions SET position = 0');
  });
  afterAll(async () => {
    now.mockRestore();
    start.mockRestore();
    await store.close();
  });

  const read = async (): Promise<OperationsRecord> => {
    const { status, body } = await store.request<{ result: OperationsRecord }>('GET', '/v1/operations');
    expect(status).toBe(200);
    return body.result;
  };
  let made = 0;
  const delivery = (fields: Partial<WebhookDelivery>): Promise<unknown> =>
    source.manager.insert(WebhookDelivery, {
      id: String(BigInt(firstIdAt(NOW)) + BigInt((made += 1))),
      webhookId: 'w',
      eventId: `e${made}`,
      type: 'brand.created',
      occurredAt: NOW,
      contentType: 'json',
      state: 'pending',
      tries: 0,
      attempts: 0,
      isRetry: false,
      dueAt: null,
      leaseToken: null,
      leaseUntil: null,
      lostLeases: 0,
      error: null,
      createdAt: NOW,
      updatedAt: NOW,
      ...fields,
    });
  const attempt = (at: Date, error: string | null): Promise<unknown> =>
    source.manager.insert(WebhookAttempt, {
      id: String(BigInt(firstIdAt(at)) + BigInt((made += 1))),
      deliveryId: '1',
      number: 1,
      startedAt: at,
      durationMs: 1,
      status: null,
      error,
      response: null,
    });

  it('tells of a store in which nothing happened yet', async () => {
    const { database, last_hour: hour, ...rest } = await read();
    expect(rest).toEqual({
      deliveries: { due: 0, under_way: 0, oldest_age: null, waiting: 0, dead: 0, counted_to: 10_000 },
      webhooks: { enabled: 0, disabled: 0, disabled_by_store: 0 },
      workers: isEmbedded ? [{ id: 'this process', heartbeat_age: 0 }] : [],
      sequencer: { position: 0, waiting: 0, oldest_age: null },
      consumers: [],
      retention: [],
      jobs: [],
      test_payments: false,
      queue: { kind: isEmbedded ? 'in_process' : 'redis', state: 'up' },
    });
    expect(database).toEqual({
      engine: engine.name,
      version: expect.stringMatching(/^\d+\.\d+/) as unknown,
      migrations_missing: 0,
    });
    const times = ['11:05', '11:10', '11:15', '11:20', '11:25', '11:30', '11:35', '11:40', '11:45', '11:50', '11:55'];
    expect(hour).toEqual({
      delivered: 0,
      failed: 0,
      throughput: 0,
      failure_rate: null,
      slots: [...times, '12:00'].map((time) => ({ from: `2026-03-01 ${time}:00`, ...EMPTY_SLOT })),
    });
  });

  it('counts deliveries that are due, under way, due later and dead, and says how long the oldest is due', async () => {
    await delivery({ dueAt: before(90 * SECOND) });
    await delivery({ dueAt: before(30 * SECOND), leaseToken: 'gone', leaseUntil: before(SECOND) });
    await delivery({ dueAt: before(600 * SECOND), leaseToken: 'held', leaseUntil: new Date(NOW.getTime() + SECOND) });
    await delivery({ dueAt: new Date(NOW.getTime() + 60 * SECOND) });
    await delivery({ dueAt: null });
    await delivery({ state: 'dead' });
    await delivery({ state: 'delivered' });
    expect((await read()).deliveries).toEqual({
      due: 2,
      under_way: 1,
      oldest_age: 90,
      waiting: 1,
      dead: 1,
      counted_to: 10_000,
    });
  });

  it('shows attempts by five minutes, with throughput and the share that failed', async () => {
    await attempt(before(3_600 * SECOND), null);
    await attempt(new Date('2026-03-01T11:05:00.000Z'), null);
    await attempt(new Date('2026-03-01T11:59:59.999Z'), 'http_503');
    await attempt(new Date('2026-03-01T12:00:00.000Z'), null);
    await attempt(before(SECOND), null);
    const { slots, ...sums } = (await read()).last_hour;
    // 57 minutes and a half.
    expect(sums).toEqual({ delivered: 3, failed: 1, throughput: 0.0012, failure_rate: 0.25 });
    expect(slots.filter(({ delivered, failed }) => delivered + failed > 0)).toEqual([
      { from: '2026-03-01 11:05:00', delivered: 1, failed: 0, is_estimate: false },
      { from: '2026-03-01 11:55:00', delivered: 0, failed: 1, is_estimate: false },
      { from: '2026-03-01 12:00:00', delivered: 2, failed: 0, is_estimate: false },
    ]);
  });

  it('lists webhooks, workers, consumers, jobs and the events that wait', async () => {
    const hook = { url: 'https://hooks.example/', content_type: 'json', create: 1, update: 1, delete: 1, enabled: 1 };
    for (const enabled of [1, 1, 0]) await store.request('POST', '/v1/webhooks', { json: { ...hook, enabled } });
    await source.query(
      'UPDATE webhooks SET enabled = ?, disabled_reason = ? WHERE id = (SELECT id FROM (SELECT MIN(id) AS id FROM webhooks) first)',
      [0, 'gone'],
    );
    await source.manager.insert(WebhookWorkerRow, [
      { id: 'new', beats: 3, beatAt: before(1_600) },
      { id: 'old', beats: 9, beatAt: null },
    ]);
    const job = Object.assign(new Job(), {
      id: firstIdAt(NOW),
      kind: 'backtest',
      subject: null,
      state: 'running',
      input: {},
      progress: null,
      total: 10,
      done: 4,
      failed: 1,
      faults: [],
      error: null,
      attempts: 0,
      batches: 1,
      createdAt: before(60 * SECOND),
      startedAt: before(30 * SECOND),
      endedAt: null,
    });
    await source.manager.save(job);
    await store.request('PUT', '/v1/events/consumers/books', { json: { position: 0 } });
    const { webhooks, workers, consumers, jobs, sequencer } = await read();
    expect({ webhooks, workers, consumers, jobs, sequencer }).toEqual({
      webhooks: { enabled: 1, disabled: 2, disabled_by_store: 1 },
      workers: isEmbedded
        ? [{ id: 'this process', heartbeat_age: 0 }]
        : [
            { id: 'new', heartbeat_age: 2 },
            { id: 'old', heartbeat_age: null },
          ],
      consumers: [{ name: 'books', position: 0, lag: 0 }],
      jobs: [
        {
          id: firstIdAt(NOW),
          kind: 'backtest',
          state: 'running',
          done: 4,
          failed: 1,
          total: 10,
          created_at: '2026-03-01 12:01:30',
          started_at: '2026-03-01 12:02:00',
        },
      ],
      sequencer: { position: 0, waiting: 3, oldest_age: 0 },
    });
  });

  it('counts up to its limit, by an index, with as many statements as for an empty store', async () => {
    const statements: string[] = [];
    const counted = async (): Promise<[OperationsRecord, number]> => {
      const spy = jest.spyOn(source.logger, 'logQuery').mockImplementation((sql: string) => void statements.push(sql));
      const record = await read();
      spy.mockRestore();
      return [record, statements.splice(0).length];
    };
    // The first request looks its token up.
    await read();
    const [, empty] = await counted();
    await fillOldRows(source, 'webhook_deliveries', 12_000, before(86_400 * SECOND));
    await source.query(`UPDATE webhook_deliveries SET state = 'pending', due_at = '2099-01-01 00:00:00.000'`);
    expect((await read()).deliveries).toEqual({
      due: 0,
      under_way: 0,
      oldest_age: null,
      waiting: 10_000,
      dead: 0,
      counted_to: 10_000,
    });
    await source.query(`UPDATE webhook_deliveries SET state = 'dead'`);
    await fillOldRows(source, 'webhook_attempts', 3_000, before(3_000 * SECOND));
    const [record, full] = await counted();
    expect(record.deliveries).toEqual({
      due: 0,
      under_way: 0,
      oldest_age: null,
      waiting: 0,
      dead: 10_000,
      counted_to: 10_000,
    });
    expect(record.last_hour.delivered).toBe(3_000);
    expect([full, full <= 20]).toEqual([empty, true]);
    for (const found of [`'dead'`, `'pending' AND due_at > '2026-03-01 12:02:30'`]) {
      const sql = `SELECT state FROM webhook_deliveries WHERE state = ${found} LIMIT 10000`;
      const plan = JSON.stringify(await source.query(`${isEmbedded ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN'} ${sql}`));
      expect(plan).toContain('ix_webhook_deliveries__due');
      expect(plan).toMatch(isEmbedded ? /COVERING INDEX/ : /Using index/);
    }
  });

  it('scales the counts of five minutes with more than 2,000 attempts', async () => {
    const first = firstIdAt(new Date('2026-03-01T11:55:00.000Z'));
    const sixteenth = (BigInt(firstIdAt(new Date('2026-03-01T11:56:02.500Z'))) - BigInt(first)) / 1_000n;
    await source.query(
      `INSERT INTO webhook_attempts (id, delivery_id, number, started_at, duration_ms)
       SELECT ${first} + seq * ${sixteenth}, 1, 1, '2026-03-01 11:55:00', 1 FROM (${numbers(2_400)}) made`,
    );
    const { slots } = (await read()).last_hour;
    // 2,000 took 125 s: 300 s have room for 4,800.
    expect(slots[10]).toEqual({ from: '2026-03-01 11:55:00', delivered: 4_800, failed: 0, is_estimate: true });
  });

  it('needs operations:read', async () => {
    const { clientId, clientSecret } = await store.app.get(ClientsService).create('shop', ['orders:read']);
    const { accessToken: token } = await store.app.get(TokensService).issue(clientId, clientSecret);
    const { status, body } = await store.request<{ error: string }>('GET', '/v1/operations', { token });
    expect([status, body.error]).toEqual([403, 'The access token lacks the scope operations:read']);
  });
});

onEachEngine('the clean-up of old rows, as operators see it (console.md 9)', (engine) => {
  it('is told with its last run, its last failure and what it removed', async () => {
    const start = jest.spyOn(Retention.prototype, 'start').mockImplementation(() => undefined);
    const store = await startStore(engine.databaseUrl, {}, true);
    const now = jest.spyOn(store.app.get(Clock), 'now').mockReturnValue(NOW);
    const source = store.app.get(DataSource);
    const tokens = async (): Promise<unknown> => {
      const { body } = await store.request<{ result: OperationsRecord }>('GET', '/v1/operations');
      return body.result.retention.find(({ kind }) => kind === 'console_codes');
    };
    const codes = (id: string) =>
      source.query(`INSERT INTO console_codes (id, client_row, expires_at) VALUES ('${id}', 1, '2020-01-01 00:00:00')`);
    const settle = () => store.app.get(Retention).settle();
    await source.query('DELETE FROM retention_runs');
    const told: unknown[] = [await tokens()];
    await codes('a');
    await codes('b');
    await settle();
    told.push(await tokens());
    now.mockReturnValue(new Date(NOW.getTime() + 5 * SECOND));
    await settle();
    told.push(await tokens());
    now.mockReturnValue(new Date(NOW.getTime() + 60 * SECOND));
    await codes('c');
    await settle();
    told.push(await tokens());
    await source.query('ALTER TABLE console_codes RENAME TO console_codes_gone');
    await settle();
    await source.query('ALTER TABLE console_codes_gone RENAME TO console_codes');
    told.push(await tokens());
    start.mockRestore();
    now.mockRestore();
    await store.close();
    const run = {
      kind: 'console_codes',
      last_success_at: '2026-03-01 12:02:30',
      last_failure_at: null,
      removed: 2,
      keeps_s: 0,
    };
    const later = { ...run, last_success_at: '2026-03-01 12:03:30', removed: 3 };
    expect(told).toEqual([undefined, run, run, later, { ...later, last_failure_at: '2026-03-01 12:03:30' }]);
  });

  it('says how long each table keeps its rows, by the settings of the worker', async () => {
    const start = jest.spyOn(Retention.prototype, 'start').mockImplementation(() => undefined);
    const days = { EVENT_RETENTION_DAYS: '90', ATTEMPT_RETENTION_DAYS: '7', EXPIRED_TOKEN_RETENTION_DAYS: '2' };
    const others = { CART_RETENTION_DAYS: '60', IDEMPOTENCY_RETENTION_HOURS: '48' };
    const store = await startStore(engine.databaseUrl, { ...days, ...others }, true);
    await store.app.get(Retention).settle();
    const { body } = await store.request<{ result: OperationsRecord }>('GET', '/v1/operations');
    start.mockRestore();
    await store.close();
    const day = 86_400;
    expect(Object.fromEntries(body.result.retention.map(({ kind, keeps_s }) => [kind, keeps_s]))).toEqual({
      access_tokens: 2 * day,
      backtest_orders: 30 * day,
      backtest_uses: 30 * day,
      backtests: 30 * day,
      carts: 60 * day,
      console_codes: 0,
      console_sessions: 0,
      customer_tokens: 0,
      events: 90 * day,
      file_removals: null,
      idempotency_records: 2 * day,
      job_parts: 30 * day,
      jobs: 30 * day,
      statistics_changes: null,
      statistics_entries: null,
      storefront_orders: 3_600,
      webhook_attempts: 7 * day,
      webhook_deliveries: 90 * day,
    });
  });
});
