import { type Book, type CommittedDelivery, type Limits } from './committed';
import { DeliveryLedger } from './delivery-ledger';
import { EventLedger } from './event-ledger';
import { checkFanOut } from './fan-out-rules';
import { checkTurn } from './lane-rules';
import { LeaseLedger } from './lease-ledger';
import { type Party, type Scheduler } from './scheduler';
import { type SimulatedDatabase } from './simulated.database';

/** Everything that was ever committed, kept outside of the database, and the breaches of the rules so far. */
export class Ledger {
  readonly violations: string[] = [];
  /** Calls that were answered with 2xx: `<url> <event>`. */
  readonly accepted = new Set<string>();
  /** See {@link Book.asked}. */
  readonly asked = new Map<Party, string>();
  private readonly log: EventLedger;
  private readonly queue: DeliveryLedger;

  constructor(
    database: SimulatedDatabase,
    private readonly scheduler: Scheduler,
    limits: Limits,
  ) {
    const { asked } = this;
    const book: Book = { database, asked, now: () => scheduler.now, fail: (rule) => this.fail(rule) };
    this.log = new EventLedger(book, (tx, eventId) => this.queue.eventRemoved(tx, eventId));
    const isAccepted = ({ webhookId, eventId }: CommittedDelivery): boolean =>
      this.accepted.has(`${this.webhooks.get(webhookId)?.url} ${eventId}`);
    const onClaimed = (claimed: CommittedDelivery, isTakenOver: boolean): void =>
      checkTurn(this, claimed, isTakenOver, scheduler.now - limits.leaseMs);
    const onFanOut = (eventId: string, webhookId: string): void => checkFanOut(this, eventId, webhookId);
    this.queue = new DeliveryLedger(book, limits, isAccepted, onClaimed, onFanOut);
    const leases = new LeaseLedger(book);
    database.onCommit = (tx) => {
      this.log.commit(tx);
      this.queue.commit(tx);
      leases.commit(tx);
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
