import { canMove, type DeliveryState } from '../../src/modules/webhooks/domain/delivery-verdict';
import { type Book, type CommittedDelivery, type Limits, rowOf } from './committed';
import { type Party } from './scheduler';
import { type OpenTransaction } from './simulated.database';

/** The rules of deliveries: one for each event and webhook, owned by one worker at a time, whose results alone count. */
export class DeliveryLedger {
  readonly deliveries = new Map<string, CommittedDelivery>();
  /** By `<event> <webhook>`. */
  readonly deliveryOf = new Map<string, CommittedDelivery>();
  private readonly attempts = new Set<string>();
  private readonly beats = new Map<Party, number>();

  constructor(
    private readonly book: Book,
    private readonly limits: Limits,
    /** Whether the receiver has answered a call of a delivery with 2xx. */
    private readonly isAccepted: (delivery: CommittedDelivery) => boolean,
  ) {}

  commit(tx: OpenTransaction): void {
    const ids = (table: string): readonly string[] => [...(tx.touched.get(table) ?? [])];
    for (const id of ids('webhook_deliveries')) this.delivery(tx, id);
    for (const id of ids('webhook_attempts')) this.attempt(id);
    if (ids('webhook_workers').some((id) => rowOf(this.book, 'webhook_workers', id) !== undefined)) {
      this.beats.set(tx.party, this.book.now());
    }
  }

  /** An event may go only when nobody waits for it. */
  eventRemoved(eventId: string): void {
    const pending = [...this.deliveries.values()].find((one) => one.eventId === eventId && one.state === 'pending');
    if (pending !== undefined) this.book.fail(`event ${eventId} was removed, but delivery ${pending.id} is pending`);
  }

  private delivery(tx: OpenTransaction, id: string): void {
    const row = rowOf(this.book, 'webhook_deliveries', id);
    const known = this.deliveries.get(id);
    if (row === undefined) {
      if (known?.state === 'pending') this.book.fail(`delivery ${id} was removed while it is pending`);
      return;
    }
    const delivery = known ?? this.newDelivery(id, row);
    const state = row['state'] as DeliveryState;
    if (state !== delivery.state && !canMove(delivery.state, state)) {
      this.book.fail(`delivery ${id} went from ${delivery.state} to ${state}`);
    }
    this.result(tx, delivery, Number(row['attempts']), state);
    this.lease(tx, delivery, row);
    delivery.state = state;
    delivery.error = row['error'] as string | null;
    delivery.tries = Number(row['tries']);
  }

  private newDelivery(id: string, row: Record<string, unknown>): CommittedDelivery {
    const [eventId, webhookId] = [String(row['event_id']), String(row['webhook_id'])];
    const key = `${eventId} ${webhookId}`;
    if (this.deliveryOf.has(key)) this.book.fail(`event ${eventId} has two deliveries to webhook ${webhookId}`);
    const nobody = { token: null, isFreed: false, owner: undefined, ownedSince: 0, claims: new Map<Party, number>() };
    const none = { state: 'pending' as const, error: null, tries: 0, attempts: 0 };
    const delivery = { id, eventId, webhookId, ...none, ...nobody };
    this.deliveries.set(id, delivery);
    this.deliveryOf.set(key, delivery);
    return delivery;
  }

  private result(tx: OpenTransaction, delivery: CommittedDelivery, attempts: number, state: DeliveryState): void {
    const { id, owner } = delivery;
    if (attempts !== delivery.attempts) {
      if (attempts !== delivery.attempts + 1) this.book.fail(`delivery ${id} has ${attempts} attempts`);
      if (owner !== tx.party || delivery.token === null)
        this.book.fail(`${tx.party.name} saved a result for delivery ${id} of ${owner?.name ?? 'nobody'}`);
    }
    delivery.attempts = attempts;
    if (state !== 'delivered' || delivery.state === state) return;
    if (!this.isAccepted(delivery)) this.book.fail(`delivery ${id} is delivered, but never arrived`);
  }

  private lease(tx: OpenTransaction, delivery: CommittedDelivery, row: Record<string, unknown>): void {
    const token = row['lease_token'] as string | null;
    const isFreed = String(row['lease_until']).startsWith('1970');
    if (isFreed && !delivery.isFreed) this.requireSilence(delivery);
    if (token !== delivery.token && token !== null) {
      if (delivery.token !== null && !delivery.isFreed) this.requireExpired(tx, delivery);
      delivery.claims.set(tx.party, this.book.database.commits);
      delivery.owner = tx.party;
      delivery.ownedSince = this.book.now();
    }
    delivery.token = token;
    delivery.isFreed = isFreed;
  }

  private requireExpired({ party }: OpenTransaction, { id, owner, ownedSince }: CommittedDelivery): void {
    const held = this.book.now() - ownedSince;
    if (owner?.isDead === true || held >= this.limits.leaseMs) return;
    this.book.fail(`${party.name} took delivery ${id}, which ${owner?.name} had held for ${Math.round(held)} ms`);
  }

  private requireSilence({ id, owner }: CommittedDelivery): void {
    if (owner === undefined || owner.isDead) return;
    const silence = this.book.now() - (this.beats.get(owner) ?? 0);
    if (silence >= this.limits.silentMs) return;
    this.book.fail(`delivery ${id} was taken from ${owner.name}, silent for ${Math.round(silence)} ms`);
  }

  private attempt(id: string): void {
    const row = rowOf(this.book, 'webhook_attempts', id);
    if (row === undefined) return;
    const key = `${String(row['delivery_id'])} ${String(row['number'])}`;
    if (this.attempts.has(key)) this.book.fail(`the attempt ${key} is there twice`);
    this.attempts.add(key);
  }
}
