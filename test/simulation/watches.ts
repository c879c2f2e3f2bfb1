import { type Logger } from 'pino';
import { driverCode } from '../../src/platform/database/connection/driver-faults';
import { type FeedService } from '../../src/platform/events/feed/feed.service';
import { FeedFilter } from '../../src/platform/events/feed/feed-filter';
import { PositionGone } from '../../src/platform/events/feed/feed.errors';
import { DatabaseUnavailable } from '../../src/platform/database/connection/database.errors';
import { type Ledger } from './ledger';
import { type Party, type Scheduler } from './scheduler';
import { type SimulatedBroker } from './simulated.queue';
import { type SimulatedReceivers } from './simulated.receivers';
import { type Seeded } from './seeded';

/** Watches calls: each by the owner of its delivery, none after the end of its webhook, the same bytes each time. */
export function watchCalls(ledger: Ledger, receivers: SimulatedReceivers): void {
  const bodies = new Map<string, string>();
  receivers.onSend = ({ url, headers, body }, party) => {
    const eventId = headers['webhook-id'] ?? '';
    const text = body.toString();
    if ((bodies.get(eventId) ?? text) !== text) ledger.fail(`event ${eventId} was sent with other bytes than before`);
    bodies.set(eventId, text);
    const webhook = [...ledger.webhooks.values()].find((one) => one.url === url);
    const delivery = ledger.deliveryOf.get(`${eventId} ${webhook?.id}`);
    const claim = delivery?.claims.get(party);
    if (webhook === undefined || claim === undefined)
      ledger.fail(`${party.name} sends ${eventId}, which it never claimed`);
    else if (webhook.turns.findLast(({ commit }) => commit <= claim)?.isEnabled === false)
      ledger.fail(`${party.name} sends ${eventId} to webhook ${webhook.id}, which had ended when it claimed`);
  };
  receivers.onReceived = ({ url, eventId, status }) => {
    if (status < 300) ledger.accepted.add(`${url} ${eventId}`);
  };
}

/** Whether a process failed because of its database: that is normal here. */
export const isOfDatabase = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable || driverCode(error) !== undefined;

/** The log of a process: what it could not do because of its database is normal here, any other error is not. */
export function logger(scheduler: Scheduler, ledger: Ledger): Logger {
  const log = ({ err }: { err?: unknown }, text?: string): void => {
    scheduler.note(`logs: ${text} ${err === undefined ? '' : String(err)}`);
    if (err !== undefined && !isOfDatabase(err)) ledger.fail(`${scheduler.current.name} logs ${String(err)}`);
  };
  const nothing = (): void => undefined;
  return { error: log, warn: log, info: nothing, debug: nothing } as Partial<Logger> as Logger;
}

/** Watches jobs: each names rows that are committed. */
export function watchJobs(ledger: Ledger, broker: SimulatedBroker): void {
  broker.onAdd = (queue, { ids }, party) => {
    const known = queue === 'webhook-events' ? ledger.events : ledger.deliveries;
    const early = ids.find((id) => !known.has(id));
    if (early !== undefined) ledger.fail(`${party.name} queues ${early}, which is not committed`);
  };
}

/** Share of requests sent although there is nothing new. */
const IDLE = 0.2;
/** Few sizes of pages: the database prepares a statement for each. */
const LIMITS = [1, 2, 5, 20];

/** A reader of the feed, which outlives the process that it asks. */
export class FeedReader {
  after = 0;
  private versions = new Map<string, number>();

  constructor(
    private readonly ledger: Ledger,
    private readonly scheduler: Scheduler,
    private readonly random: Seeded,
  ) {}

  /** Reads on for as long as the process lives. */
  async follow(feed: FeedService, party: Party): Promise<void> {
    while (!party.isDead) {
      try {
        if (this.after < this.ledger.byPosition.length || this.random.chance(IDLE)) await this.read(feed);
      } catch (error) {
        if (error instanceof PositionGone) this.begin();
        else if (!isOfDatabase(error)) this.ledger.fail(`the feed failed: ${String(error)}`);
      }
      await this.scheduler.pause(this.random.between(100, 2_000));
    }
  }

  private begin(): void {
    this.after = 0;
    this.versions = new Map();
  }

  private async read(feed: FeedService): Promise<void> {
    const { after } = this;
    const { events, last } = await feed.page(after, FeedFilter.none, this.random.pick(LIMITS));
    if (events.length > 0) this.scheduler.note(`reads ${events.map(({ position }) => position).join()} after ${after}`);
    const positions = new Set(events.map(({ position }) => position));
    for (let position = after + 1; position <= last; position += 1) {
      // From the oldest on, events that nobody needs any more may be missing.
      const isGone = after === 0 && this.ledger.byPosition[position - 1]?.isRemoved === true;
      if (!positions.has(position) && !isGone) this.ledger.fail(`the feed after ${after} skips ${position}`);
    }
    for (const event of events) this.order(event.object, event.object_id, event.object_version);
    this.after = last;
  }

  private order(object: string, id: string, version: number): void {
    const key = `${object} ${id}`;
    if (version <= (this.versions.get(key) ?? 0)) this.ledger.fail(`the feed has version ${version} of ${key} late`);
    this.versions.set(key, version);
  }
}
