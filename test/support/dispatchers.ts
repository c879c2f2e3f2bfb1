import { pino } from 'pino';
import { type Clock } from '../../src/kernel/clock';
import { IdGenerator } from '../../src/kernel/ids';
import { AttemptSaver } from '../../src/modules/webhooks/delivery/attempt-saver';
import { Claims } from '../../src/modules/webhooks/delivery/claims';
import { DeadDeliveryMetrics } from '../../src/modules/webhooks/delivery/dead-delivery-metrics';
import { DeliveryDispatcher, type DispatcherParts } from '../../src/modules/webhooks/delivery/delivery-dispatcher';
import { DeliveryMetrics } from '../../src/modules/webhooks/delivery/delivery-metrics';
import { DueDeliveries } from '../../src/modules/webhooks/delivery/due-deliveries';
import { WorkerPulse } from '../../src/modules/webhooks/delivery/worker-pulse';
import { Lanes } from '../../src/modules/webhooks/lanes/lanes';
import { WebhooksService } from '../../src/modules/webhooks/webhooks.service';
import { CONFIG, type Config } from '../../src/platform/config/config';
import { Transactions } from '../../src/platform/database/connection/transactions';
import { StoreObjects } from '../../src/platform/events/store-objects';
import { Metrics } from '../../src/platform/metrics/metrics';
import { type TestStore } from './store';

const silent = pino({ level: 'silent' });

/** The parts of a worker that claim and save, on the database of a store. */
export function claimsOf(store: TestStore, clock: Clock) {
  const transactions = store.app.get(Transactions);
  const endings = new DeadDeliveryMetrics(new Metrics());
  const [config, lanes] = [store.app.get<Config>(CONFIG), store.app.get(Lanes)];
  const pulse = new WorkerPulse(transactions, clock, config, silent);
  const claims = new Claims(transactions, clock, endings, store.app.get(StoreObjects), pulse, lanes);
  const [ids, webhooks] = [store.app.get(IdGenerator), store.app.get(WebhooksService)];
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
    metrics: new DeliveryMetrics(shown, clock, new DeadDeliveryMetrics(new Metrics())),
    logger: silent,
    leaseMs: 60_000,
    limits: { underWay: 64, underWayEach: 4 },
  });
}
