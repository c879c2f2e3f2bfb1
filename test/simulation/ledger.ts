import { type Book, type Limits } from './committed';
import { DeliveryLedger } from './delivery-ledger';
import { EventLedger } from './event-ledger';
import { type Scheduler } from './scheduler';
import { type SimulatedDatabase } from './simulated.database';

/** Everything that was ever committed, kept outside of the database, and the breaches of the rules so far. */
export class Ledger {
  readonly violations: string[] = [];
  /** Calls that were answered with 2xx: `<url> <event>`. */
  readonly accepted = new Set<string>();
  private readonly log: EventLedger;
  private readonly queue: DeliveryLedger;

  constructor(
    database: SimulatedDatabase,
    private readonly scheduler: Scheduler,
    limits: Limits,
  ) {
    const book: Book = { database, now: () => scheduler.now, fail: (rule) => this.fail(rule) };
    this.log = new EventLedger(book, (eventId) => this.queue.eventRemoved(eventId));
    this.queue = new DeliveryLedger(book, limits, ({ webhookId, eventId }) =>
      this.accepted.has(`${this.webhooks.get(webhookId)?.url} ${eventId}`),
    );
    database.onCommit = (tx) => {
      this.log.commit(tx);
      this.queue.commit(tx);
    };
  }

  fail(rule: string): void {
    this.violations.push(rule);
    this.scheduler.note(`VIOLATION: ${rule}`);
  }

  get events() {
    return this.log.events;
  }

  get webhooks() {
    return this.log.webhooks;
  }

  get byPosition() {
    return this.log.byPosition;
  }

  get deliveries() {
    return this.queue.deliveries;
  }

  get deliveryOf() {
    return this.queue.deliveryOf;
  }
}
