import { pino } from 'pino';
import { DataSource } from 'typeorm';
import { type Clock } from '../../src/kernel/clock';
import { IdGenerator } from '../../src/kernel/ids';
import { type WebhookDelivery } from '../../src/modules/webhooks/data/webhook-delivery.entity';
import { type AttemptResult, AttemptSaver } from '../../src/modules/webhooks/delivery/attempt-saver';
import { Claims } from '../../src/modules/webhooks/delivery/claims';
import { DeadDeliveryMetrics } from '../../src/modules/webhooks/delivery/dead-delivery-metrics';
import { DeliveryDispatcher, type DispatcherParts } from '../../src/modules/webhooks/delivery/delivery-dispatcher';
import { DeliveryMetrics } from '../../src/modules/webhooks/delivery/delivery-metrics';
import { DueDeliveries } from '../../src/modules/webhooks/delivery/due-deliveries';
import { WorkerPulse } from '../../src/modules/webhooks/delivery/worker-pulse';
import { FanOut } from '../../src/modules/webhooks/fan-out/fan-out';
import { Lanes } from '../../src/modules/webhooks/lanes/lanes';
import { WebhooksService } from '../../src/modules/webhooks/webhooks.service';
import { CONFIG, type Config } from '../../src/platform/config/config';
import { Transactions } from '../../src/platform/database/connection/transactions';
import { Metrics } from '../../src/platform/metrics/metrics';
import { type TestStore } from './store';

const silent = pino({ level: 'silent' });

/** The parts of a worker that claim and save, on the database of a store. */
export function claimsOf(store: TestStore, clock: Clock) {
  const transactions = store.app.get(Transactions);
  const endings = new DeadDeliveryMetrics(new Metrics(), silent);
  const [config, lanes] = [store.app.get<Config>(CONFIG), store.app.get(Lanes)];
  const pulse = new WorkerPulse(transactions, clock, config, silent);
  const [ids, webhooks] = [store.app.get(IdGenerator), store.app.get(WebhooksService)];
  const claims = new Claims(transactions, clock, endings, webhooks, pulse, lanes);
  return { pulse, claims, results: new AttemptSaver(transactions, ids, clock, webhooks, endings, lanes) };
}

/** A dispatcher that makes attempts in its own way. */
export function dispatcherOf(
  store: TestStore,
  clock: Clock,
  { pulse, claims, results }: ReturnType<typeof claimsOf>,
  make: DispatcherParts['attempt']['make'],
  shown = new Metrics(),
): DeliveryDispatcher {
  return new DeliveryDispatcher({
    claims,
    due: new DueDeliveries(store.app.get(Transactions), clock),
    pulse,
    names: { ready: () => undefined },
    attempt: { make },
    results,
    clock,
    metrics: new DeliveryMetrics(shown, clock, new DeadDeliveryMetrics(new Metrics(), silent)),
    logger: silent,
    leaseMs: 60_000,
    limits: { underWay: 64, underWayEach: 4 },
  });
}

/** Reads rows of the store's database. */
export function rowsOf<T = Record<string, unknown>>(store: TestStore, sql: string, ...values: unknown[]): Promise<T[]> {
  return store.app.get(DataSource).query<T[]>(sql, values);
}

const HOOK = { url: 'http://127.0.0.1:9/', content_type: 'json', create: 1, update: 1, delete: 1, enabled: 1 };
let brands = 0;

/** Makes an event about a brand. */
export const brand = (store: TestStore) =>
  store.request('POST', '/v1/brands', { form: { title: 'B', slug: `due-${(brands += 1)}` } });

/** Makes a webhook with deliveries that are due. @returns their ids in order */
export async function dueDeliveries(store: TestStore, count: number): Promise<{ webhookId: string; ids: string[] }> {
  const form = { ...HOOK, events: ['brand.*'] };
  const { body } = await store.request<{ result: { id: string } }>('POST', '/v1/webhooks', { form });
  for (let i = 0; i < count; i += 1) await brand(store);
  await store.app.get(FanOut).fanOut();
  const webhookId = body.result.id;
  const sql = 'SELECT id FROM webhook_deliveries WHERE webhook_id = ? ORDER BY id';
  const found = await rowsOf<{ id: unknown }>(store, sql, webhookId);
  return { webhookId, ids: found.map(({ id }) => String(id)) };
}

/** The result of an attempt that its receiver took. */
export function delivered(delivery: WebhookDelivery, startedAt: Date): AttemptResult {
  return {
    delivery,
    startedAt,
    outcome: { outcome: 'response', status: 200, retryAfter: null, head: 'ok', ms: 1 },
    verdict: { state: 'delivered', code: null, retryInMs: null, disablesWebhook: false },
  };
}
