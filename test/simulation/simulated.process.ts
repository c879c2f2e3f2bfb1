import { type DataSource } from 'typeorm';
import { type Logger } from 'pino';
import { Clock } from '../../src/kernel/clock';
import { IdGenerator } from '../../src/kernel/ids';
import { BrandRecord, brandRecord } from '../../src/modules/catalog/brand.resource';
import { BrandsService } from '../../src/modules/catalog/brands.service';
import { Brand } from '../../src/modules/catalog/data/brand.entity';
import { DeliveriesService } from '../../src/modules/webhooks/deliveries.service';
import { FanOut } from '../../src/modules/webhooks/fan-out/fan-out';
import { NewDeliveries } from '../../src/modules/webhooks/fan-out/new-deliveries';
import { Lanes } from '../../src/modules/webhooks/lanes/lanes';
import { ReplayService } from '../../src/modules/webhooks/replay.service';
import { EVENTS_QUEUE } from '../../src/modules/webhooks/webhook-queues';
import { WebhookSecrets } from '../../src/modules/webhooks/webhook-secrets';
import { WebhooksCoreModule } from '../../src/modules/webhooks/webhooks-core.module';
import { WebhooksService } from '../../src/modules/webhooks/webhooks.service';
import { type Config } from '../../src/platform/config/config';
import { Transactions } from '../../src/platform/database/connection/transactions';
import { EventStreams } from '../../src/platform/events/feed/event-streams';
import { FeedService } from '../../src/platform/events/feed/feed.service';
import { FeedTail } from '../../src/platform/events/feed/feed-tail';
import { OutboxNotifier } from '../../src/platform/events/outbox-notifier';
import { StoreObjects } from '../../src/platform/events/store-objects';
import { StoreObjectSubscriber } from '../../src/platform/events/store-object.subscriber';
import { Lifecycle } from '../../src/platform/http/lifecycle';
import { type Secrets } from '../../src/platform/secrets/secrets';
import { NoTracing } from '../../src/platform/tracing/no-tracing';
import { type Party, type Scheduler } from './scheduler';
import { SimulatedQueue, type SimulatedBroker } from './simulated.queue';
import { type SimulatedReceivers } from './simulated.receivers';
import { handOver } from './simulated.runner';
import { type SimulatedServer } from './simulated.server';

/** 2026-03-01T12:00:00Z: when simulations begin. */
export const BEGINNING = 1_772_366_400_000;

/** Milliseconds since 1970 by the clock of a machine. @param now milliseconds of the simulation */
export const machineTime = (now: number, { skew }: Party): number => BEGINNING + Math.floor(now) + skew;

/** The clock of a machine: that of the simulation, and how far this one is from it. */
class SkewedClock extends Clock {
  constructor(
    private readonly scheduler: Scheduler,
    private readonly party: Party,
  ) {
    super();
  }

  now(): Date {
    return new Date(machineTime(this.scheduler.now, this.party));
  }
}

/** The machines around the processes of the store. */
export interface Surroundings {
  readonly scheduler: Scheduler;
  readonly server: SimulatedServer;
  readonly broker: SimulatedBroker;
  readonly receivers: SimulatedReceivers;
  readonly config: Config;
  readonly secrets: Secrets;
  readonly log: Logger;
}

/** Takes every call and does nothing: for metrics. */
export function silent<T>(): T {
  const nothing: unknown = new Proxy(() => undefined, {
    get: (target, name) => (name === 'then' ? undefined : target),
  });
  return nothing as T;
}

/** The parts that each process of the store has: the store's own classes, made as its modules make them. */
export function storeParts(party: Party, dataSource: DataSource, around: Surroundings) {
  const { scheduler, server, broker, config, secrets } = around;
  handOver(dataSource, server, party);
  const clock = new SkewedClock(scheduler, party);
  const ids = new IdGenerator(clock);
  const transactions = new Transactions(dataSource);
  const objects = new StoreObjects();
  const records = (_: unknown, rows: readonly Brand[]) => rows.map(brandRecord);
  objects.register(Brand, { object: 'brand', since: '1.2', record: BrandRecord, scope: 'products', records });
  void new WebhooksCoreModule(objects, clock);
  const notifier = new OutboxNotifier(around.log);
  const tracing = new NoTracing();
  void new StoreObjectSubscriber(dataSource, objects, ids, clock, notifier, tracing);
  const queue = new SimulatedQueue(broker, party);
  const webhookSecrets = new WebhookSecrets(secrets);
  const lanes = new Lanes(queue, clock);
  const newDeliveries = new NewDeliveries(ids, clock, lanes);
  const fanOut = new FanOut(transactions, clock, queue, tracing, objects, newDeliveries);
  const webhooks = new WebhooksService(transactions, ids, clock, webhookSecrets, objects, config);
  return {
    party,
    clock,
    ids,
    transactions,
    objects,
    notifier,
    tracing,
    queue,
    webhookSecrets,
    lanes,
    newDeliveries,
    fanOut,
    webhooks,
  };
}

export type StoreParts = ReturnType<typeof storeParts>;

/** The services of an API process that a run uses. */
export function apiProcess(party: Party, dataSource: DataSource, around: Surroundings) {
  const parts = storeParts(party, dataSource, around);
  const { transactions, ids, clock, objects, notifier, queue, webhooks, lanes, newDeliveries, fanOut } = parts;
  notifier.onCommitted((eventIds) => queue.add(EVENTS_QUEUE, [{ id: eventIds[0] ?? '', ids: eventIds }]));
  const feed = new FeedService(transactions, objects);
  const streams = new EventStreams(feed, new FeedTail(feed, around.log), new Lifecycle(), silent());
  return {
    brands: new BrandsService(transactions, ids, clock),
    deliveries: new DeliveriesService(transactions, webhooks, newDeliveries, lanes, queue, clock),
    replays: new ReplayService(transactions, webhooks, fanOut, lanes, queue, clock),
    transactions,
    webhooks,
    feed,
    streams,
  };
}

export type ApiProcess = ReturnType<typeof apiProcess>;
