import { type DataSource } from 'typeorm';
import { AttemptSaver } from '../../src/modules/webhooks/delivery/attempt-saver';
import { AttemptSender } from '../../src/modules/webhooks/delivery/attempt-sender';
import { Claims } from '../../src/modules/webhooks/delivery/claims';
import { DeliveryDispatcher } from '../../src/modules/webhooks/delivery/delivery-dispatcher';
import { DueDeliveries } from '../../src/modules/webhooks/delivery/due-deliveries';
import { LaneRepair } from '../../src/modules/webhooks/delivery/lane-repair';
import { WorkerPulse } from '../../src/modules/webhooks/delivery/worker-pulse';
import { scheduleOfSeconds } from '../../src/modules/webhooks/domain/delivery-schedule';
import { oldEventsTasks } from '../../src/modules/webhooks/jobs/old-events.tasks';
import { Sweeper } from '../../src/modules/webhooks/jobs/sweeper';
import { WebhookWorker } from '../../src/modules/webhooks/jobs/webhook-worker';
import { LeaderLease } from '../../src/platform/leases/leader-lease';
import { Retention } from '../../src/platform/retention/retention';
import { type Party } from './scheduler';
import { silent, storeParts, type StoreParts, type Surroundings } from './simulated.process';

const SWEEP_LEASE_MS = 3_000;

/** Starts a worker process, with the parts that `WebhooksWorkerModule` and `WorkerModule` make. */
export function startWorker(party: Party, dataSource: DataSource, around: Surroundings): void {
  const parts = storeParts(party, dataSource, around);
  const { transactions, clock, fanOut, queue } = parts;
  const lanes = new LaneRepair(transactions, parts.lanes);
  const lease = new LeaderLease(transactions, clock);
  const pulse = new WorkerPulse(transactions, clock, around.config, around.log);
  const due = new DueDeliveries(transactions, clock);
  const dispatcher = dispatcherOf(parts, around, pulse, due);
  const leaseMs = SWEEP_LEASE_MS;
  const sweeper = new Sweeper({
    lease,
    lanes,
    fanOut,
    due,
    dispatcher,
    metrics: silent(),
    logger: around.log,
    leaseMs,
  });
  const sender = { close: () => Promise.resolve() };
  new WebhookWorker({ queue, fanOut, dispatcher, sweeper, pulse, sender, logger: around.log }).start();
  const retention = new Retention(around.config, around.log, lease, silent());
  for (const task of oldEventsTasks(transactions, clock, around.config)) retention.register(task);
  retention.start();
}

function dispatcherOf(parts: StoreParts, around: Surroundings, pulse: WorkerPulse, due: DueDeliveries) {
  const { transactions, clock, ids, lanes, tracing, webhooks, webhookSecrets } = parts;
  const { webhooks: settings } = around.config;
  const schedule = scheduleOfSeconds(settings.schedule);
  return new DeliveryDispatcher({
    claims: new Claims(transactions, clock, silent(), webhooks, pulse, lanes),
    due,
    pulse,
    names: { ready: () => undefined },
    attempt: new AttemptSender(around.receivers, webhookSecrets, clock, schedule, tracing),
    results: new AttemptSaver(transactions, ids, clock, webhooks, silent(), lanes),
    clock,
    metrics: silent(),
    logger: around.log,
    leaseMs: settings.leaseSeconds * 1000,
    limits: { underWay: settings.concurrency, underWayEach: settings.concurrencyEach },
  });
}
