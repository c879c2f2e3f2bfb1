import { type EntityManager } from 'typeorm';
import { AttemptSaver, type AttemptResult } from '../../src/modules/webhooks/delivery/attempt-saver';
import { DueDeliveries } from '../../src/modules/webhooks/delivery/due-deliveries';
import { Lanes } from '../../src/modules/webhooks/lanes/lanes';
import { ReplayService } from '../../src/modules/webhooks/replay.service';
import { type EventRow } from '../../src/platform/events/event.entity';
import { type FeedPage, FeedService } from '../../src/platform/events/feed/feed.service';
import { type FeedFilter } from '../../src/platform/events/feed/feed-filter';
import { FeedTail, type NextEvents, type StreamedEvent } from '../../src/platform/events/feed/feed-tail';
import { type OutboxNotifier } from '../../src/platform/events/outbox-notifier';
import { StoreObjectSubscriber } from '../../src/platform/events/store-object.subscriber';
import { replaced } from './outside';
import { type Plant } from './simulation';

const CLAIM = 'UPDATE "webhook_deliveries" SET "lost_leases"';
const FREE = /\("?lease_until"? IS NULL OR "?lease_until"? < \?\)/;
const RESEND = 'UPDATE "webhook_deliveries" SET "state" = ?, "tries" = 0';
const DUE = /\("delivery"."lease_until" IS NULL OR "delivery"."lease_until" < \?\)/;

/** @returns a statement with one part replaced, where it begins like this */
const rewrite =
  (beginning: string, part: RegExp | string, by: string) =>
  (sql: string): string =>
    sql.startsWith(beginning) ? sql.replace(part, by) : sql;

/** Methods of classes that are private in TypeScript only. */
type Hidden = Readonly<Record<string, (...values: never[]) => unknown>>;
const hidden = (prototype: object): Hidden => prototype as Hidden;

function patch(prototype: object, methods: Readonly<Record<string, unknown>>): () => () => void {
  for (const name of Object.keys(methods)) {
    if (!(name in prototype)) throw new Error(`nothing is called ${name} any more: the plant has to follow`);
  }
  return () => replaced(prototype, methods);
}

const keepUntilCommit = hidden(StoreObjectSubscriber.prototype)['keepUntilCommit'] as unknown as (
  this: { readonly notifier: OutboxNotifier },
  manager: EntityManager,
  kept: { readonly event: EventRow },
) => Promise<void>;

/** The tail of the feed as its own methods see it. */
interface KeptFeed {
  readonly hasBegun: boolean;
  readonly kept: readonly StreamedEvent[];
  readonly last: number;
}
const after = hidden(FeedTail.prototype)['after'] as unknown as (
  this: KeptFeed,
  position: number,
) => Promise<NextEvents>;

const dueIds = hidden(DueDeliveries.prototype)['ids'] as unknown as (
  this: DueDeliveries,
  webhookId: string,
  isRetry: boolean,
  limit: number,
) => Promise<string[]>;
const page = hidden(FeedService.prototype)['page'] as unknown as (
  this: FeedService,
  after: number,
  filter: FeedFilter,
  limit: number,
) => Promise<FeedPage>;

/** Faults that the simulation has to find, each in the way a change of the code could bring it in. */
export const plants: readonly Plant[] = [
  {
    title: 'a result counts without the token of its claim',
    breach: /saved a result for|went from|twice/,
    patch: patch(AttemptSaver.prototype, {
      stillOwned: async (_: EntityManager, counted: readonly AttemptResult[]) => ({ counted, inLanes: [] }),
    }),
  },
  {
    title: 'a wake-up is sent before the commit',
    breach: /queues .*, which is not committed/,
    patch: patch(StoreObjectSubscriber.prototype, {
      async keepUntilCommit(
        this: { readonly notifier: OutboxNotifier },
        manager: EntityManager,
        kept: { event: EventRow },
      ) {
        await keepUntilCommit.call(this, manager, kept);
        this.notifier.notify([kept.event.id]);
      },
    }),
  },
  {
    title: 'the sweep skips deliveries whose worker vanished',
    breach: /is pending for ever/,
    sql: (sql) => sql.replace(DUE, '("delivery"."lease_until" IS NULL OR ? IS NULL)'),
  },
  {
    title: 'the sweep skips retries',
    breach: /is pending for ever/,
    patch: patch(DueDeliveries.prototype, {
      ids(this: DueDeliveries, webhookId: string, isRetry: boolean, limit: number) {
        return isRetry ? Promise.resolve([]) : dueIds.call(this, webhookId, isRetry, limit);
      },
    }),
  },
  {
    title: 'positions are given without the lock of the sequence',
    breach: /fanned out by a worker|has the position/,
    sql: rewrite('SELECT position', ' FOR UPDATE', ''),
  },
  {
    title: 'positions are given in the order of ids, not of versions',
    breach: /version \d+ has the position of/,
    sql: rewrite('SELECT "id", "type"', '"object_version"', '0 AS "object_version"'),
  },
  {
    title: 'events are written beside the transaction of their change',
    breach: /a commit changed/,
    isOutside: (sql) => sql.startsWith('INSERT INTO "events"'),
  },
  {
    title: 'retention removes events whose deliveries are pending',
    breach: /was removed, but delivery \d+ is pending/,
    sql: (sql) => (/^SELECT "WebhookDelivery"."event_id"/.test(sql) ? `${sql} AND 0` : sql),
  },
  {
    title: 'events are marked in one commit and their deliveries inserted in another',
    breach: /has no delivery to webhook/,
    isCommittedAfter: (sql) => sql.startsWith('UPDATE event_positions'),
  },
  {
    title: 'a lease does not run out',
    breach: /is pending for ever/,
    sql: rewrite(CLAIM, FREE, '("lease_until" IS NULL OR ? IS NULL)'),
  },
  {
    title: 'a claim takes what another worker owns',
    breach: /took delivery/,
    sql: rewrite(CLAIM, FREE, '("lease_until" IS NULL OR ? IS NOT NULL)'),
  },
  {
    title: 'the feed reads its end after its events',
    breach: /the feed after \d+ skips/,
    patch: patch(FeedService.prototype, {
      async page(this: FeedService, after: number, filter: FeedFilter, limit: number) {
        const found = await page.call(this, after, filter, limit);
        return found.events.length < limit ? { ...found, last: await this.last() } : found;
      },
    }),
  },
  {
    title: 'deliveries of an ordered webhook do not wait for those of lower versions',
    breach: /was claimed (?:before|while) /,
    patch: patch(Lanes.prototype, { follow: async () => undefined }),
  },
  {
    title: 'a delivery of an ordered webhook that is sent again does not take its turn',
    breach: /was claimed (?:before|while) /,
    patch: patch(Lanes.prototype, { join: async () => undefined }),
  },
  {
    title: 'a resend takes a delivery from the worker that tries it',
    breach: /took delivery|saved a result for/,
    sql: rewrite(RESEND, FREE, '("lease_until" IS NULL OR ? IS NOT NULL)'),
  },
  {
    title: 'a resend is answered, but not carried out',
    breach: /the resend of delivery \d+ did nothing/,
    sql: rewrite(RESEND, FREE, '(? IS NULL)'),
  },
  {
    title: 'a replay leaves out the events of a time when its webhook was disabled',
    breach: /the replay of webhook \S+ left out event/,
    patch: patch(ReplayService.prototype, { missedEvents: async () => [] }),
  },
  {
    title: 'a stream goes on with what its process keeps, though its reader is further behind',
    breach: /the stream after \d+ (?:skips|sends)/,
    patch: patch(FeedTail.prototype, {
      async after(this: KeptFeed, position: number): Promise<NextEvents> {
        return this.hasBegun ? { events: this.kept, last: this.last } : after.call(this, position);
      },
    }),
  },
  {
    title: 'events of a time when a webhook was disabled are delivered once it is enabled',
    breach: /which was enabled later/,
    sql: rewrite('SELECT "Webhook"', '"Webhook"."past_terms"', 'NULL'),
  },
  {
    title: 'two workers hold one lease',
    breach: /took the lease /,
    sql: rewrite('UPDATE "worker_leases"', '"lease_until" < ?', '? IS NOT NULL'),
  },
];
