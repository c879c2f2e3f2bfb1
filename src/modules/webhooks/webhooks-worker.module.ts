import { Inject, Injectable, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { type Logger } from 'pino';
import { Clock } from '../../kernel/clock';
import { CONFIG, type Config } from '../../platform/config/config';
import { Transactions } from '../../platform/database/connection/transactions';
import { LOGGER } from '../../platform/logging/logger';
import { BackgroundWork } from '../../platform/queue/background-work';
import { JobQueue } from '../../platform/queue/job-queue.port';
import { Tracing } from '../../platform/tracing/tracing';
import { Retention } from '../../platform/retention/retention';
import { HostNames } from './delivery/host-names';
import { NameResolver } from './delivery/name-resolver';
import { LeaderLease } from '../../platform/leases/leader-lease';
import { AttemptSaver } from './delivery/attempt-saver';
import { Claims } from './delivery/claims';
import { DueDeliveries } from './delivery/due-deliveries';
import { FanOut } from './fan-out/fan-out';
import { LaneRepair } from './delivery/lane-repair';
import { AddressGuard } from './delivery/address-guard';
import { AttemptSender } from './delivery/attempt-sender';
import { DeliveryMetrics } from './delivery/delivery-metrics';
import { DeliveryDispatcher } from './delivery/delivery-dispatcher';
import { LazySender } from './delivery/lazy-sender';
import { WorkerPulse } from './delivery/worker-pulse';
import { scheduleOfSeconds } from './domain/delivery-schedule';
import { DeadDeliveryMetrics } from './delivery/dead-delivery-metrics';
import { oldEventsTasks } from './jobs/old-events.tasks';
import { Sweeper } from './jobs/sweeper';
import { WebhookWorker } from './jobs/webhook-worker';
import { WebhooksCoreModule } from './webhooks-core.module';
import { WebhookSecrets } from './webhook-secrets';

/** The dependencies that every part of the worker shares. */
@Injectable()
class WorkerContext {
  constructor(
    @Inject(CONFIG) readonly config: Config,
    @Inject(LOGGER) readonly logger: Logger,
    readonly clock: Clock,
    readonly metrics: DeliveryMetrics,
    readonly due: DueDeliveries,
    readonly fanOut: FanOut,
  ) {}
}

const names = {
  provide: HostNames,
  useFactory: ({ webhooks }: Config) => new HostNames(new NameResolver({ servers: webhooks.nameServers }).resolve),
  inject: [CONFIG],
};

const sender = {
  provide: LazySender,
  useFactory: ({ webhooks }: Config, { resolve }: HostNames) => {
    const guard = new AddressGuard(webhooks.allowedNetworks);
    return new LazySender({ guard, resolve, deadlineMs: webhooks.deadlineSeconds * 1000 });
  },
  inject: [CONFIG, HostNames],
};

const attempt = {
  provide: AttemptSender,
  useFactory: (sends: LazySender, secrets: WebhookSecrets, { clock, config }: WorkerContext, tracing: Tracing) =>
    new AttemptSender(sends, secrets, clock, scheduleOfSeconds(config.webhooks.schedule), tracing),
  inject: [LazySender, WebhookSecrets, WorkerContext, Tracing],
};

const dispatcher = {
  provide: DeliveryDispatcher,
  useFactory: (
    context: WorkerContext,
    claims: Claims,
    attempts: AttemptSender,
    results: AttemptSaver,
    names: HostNames,
    pulse: WorkerPulse,
  ) => {
    const { concurrency: underWay, concurrencyEach: underWayEach } = context.config.webhooks;
    const { due, clock, metrics, logger } = context;
    return new DeliveryDispatcher({
      claims,
      due,
      pulse,
      names,
      attempt: attempts,
      results,
      clock,
      metrics,
      logger,
      leaseMs: context.config.webhooks.leaseSeconds * 1000,
      limits: { underWay, underWayEach },
    });
  },
  inject: [WorkerContext, Claims, AttemptSender, AttemptSaver, HostNames, WorkerPulse],
};

/** Lease of the sweep as a share of the lease of deliveries: 10 s of 60 s. */
const SWEEP_LEASE_SHARE = 1 / 6;
/** Longer than the time between two sweeps. */
const SHORTEST_SWEEP_LEASE_MS = 3_000;

const sweeper = {
  provide: Sweeper,
  useFactory: (context: WorkerContext, dispatches: DeliveryDispatcher, lease: LeaderLease, lanes: LaneRepair) => {
    const { fanOut, due, metrics, logger, config } = context;
    const leaseMs = Math.max(SHORTEST_SWEEP_LEASE_MS, config.webhooks.leaseSeconds * 1000 * SWEEP_LEASE_SHARE);
    return new Sweeper({ fanOut, lanes, due, metrics, logger, leaseMs, dispatcher: dispatches, lease });
  },
  inject: [WorkerContext, DeliveryDispatcher, LeaderLease, LaneRepair],
};

const worker = {
  provide: WebhookWorker,
  useFactory: (
    { fanOut, logger }: WorkerContext,
    queue: JobQueue,
    dispatches: DeliveryDispatcher,
    sweeps: Sweeper,
    sends: LazySender,
    pulse: WorkerPulse,
  ) => new WebhookWorker({ fanOut, logger, pulse, queue, dispatcher: dispatches, sweeper: sweeps, sender: sends }),
  inject: [WorkerContext, JobQueue, DeliveryDispatcher, Sweeper, LazySender, WorkerPulse],
};

const stores = [
  AttemptSaver,
  Claims,
  DeliveryMetrics,
  DeadDeliveryMetrics,
  DueDeliveries,
  LaneRepair,
  WorkerContext,
  WorkerPulse,
];

/** Runs the workers of webhooks: in the worker process, or in the API process without Redis. */
@Module({ imports: [WebhooksCoreModule], providers: [...stores, names, sender, attempt, dispatcher, sweeper, worker] })
export class WebhooksWorkerModule implements OnApplicationBootstrap {
  constructor(
    private readonly webhookWorker: WebhookWorker,
    private readonly work: BackgroundWork,
    retention: Retention,
    transactions: Transactions,
    { clock, config }: WorkerContext,
  ) {
    work.onStop(() => webhookWorker.stop());
    for (const task of oldEventsTasks(transactions, clock, config)) retention.register(task);
  }

  onApplicationBootstrap(): void {
    this.work.begin(() => this.webhookWorker.start());
  }
}
