import { canMove, type DeliveryState } from '../../src/modules/webhooks/domain/delivery-verdict';
import { type Book, type CommittedDelivery, type Limits, rowOf } from './committed';
import { type Party } from './scheduler';
import { type OpenTransaction } from './simulated.database';

/**
 * The rules of deliveries: one for each event and webhook, owned by one worker at a time, whose results alone count; sent again
 * when a caller asks for it, and only then.
 */
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
    private readonly onClaimed: (delivery: CommittedDelivery, isTakenOver: boolean) => void,
    /** Called with an event and a webhook when fan-out made a delivery. */
    private readonly onFanOut: (eventId: string, webhookId: string) => void,
  ) {}

  commit(tx: OpenTransaction): void {
    const ids = (table: string): readonly string[] => [...(tx.touched.get(table) ?? [])];
    const tokens = new Map(ids('webhook_deliveries').map((id) => [id, this.deliveries.get(id)?.token ?? null]));
    for (const id of tokens.keys()) this.delivery(tx, id);
    // One statement may claim several: whose turn it is, is asked of the whole commit.
    for (const [id, former] of tokens) {
      const delivery = this.deliveries.get(id);
      const isClaimed = delivery?.isRemoved === false && delivery.token !== null && delivery.token !== former;
      if (isClaimed) this.onClaimed(delivery, former !== null);
    }
    for (const id of ids('webhook_attempts')) this.attempt(id);
    if (ids('webhook_workers').some((id) => rowOf(this.book, 'webhook_workers', id) !== undefined)) {
      this.beats.set(tx.party, this.book.now());
    }
  }

  /** An event may go only when nobody waits for it. */
  eventRemoved({ begun }: OpenTransaction, eventId: string): void {
    // One that is sent again while its event is removed may lose it: see `removeToldEvents`.
    const pending = [...this.deliveries.values()].find(
      (one) => one.eventId === eventId && one.state === 'pending' && one.again <= begun,
    );
    if (pending !== undefined) this.book.fail(`event ${eventId} was removed, but delivery ${pending.id} is pending`);
  }

  private delivery(tx: OpenTransaction, id: string): void {
    const row = rowOf(this.book, 'webhook_deliveries', id);
    const known = this.deliveries.get(id);
    if (row === undefined) {
      if (known?.state === 'pending') this.book.fail(`delivery ${id} was removed while it is pending`);
      if (known !== undefined) known.isRemoved = true;
      return;
    }
    const delivery = known ?? this.newDelivery(tx, id, row);
    const state = row['state'] as DeliveryState;
    if (state !== delivery.state && !canMove(delivery.state, state)) {
      this.book.fail(`delivery ${id} went from ${delivery.state} to ${state}`);
    }
    if (state === 'pending' && delivery.state !== state) this.again(tx, delivery, Number(row['tries']));
    this.result(tx, delivery, Number(row['attempts']), state);
    this.lease(tx, delivery, row);
    delivery.state = state;
    delivery.error = row['error'] as string | null;
    delivery.tries = Number(row['tries']);
  }

  private newDelivery(tx: OpenTransaction, id: string, row: Record<string, unknown>): CommittedDelivery {
    const [eventId, webhookId] = [String(row['event_id']), String(row['webhook_id'])];
    const key = `${eventId} ${webhookId}`;
    // A replay also sends what retention has removed the delivery of, but not the event.
    if (this.deliveryOf.get(key)?.isRemoved === false)
      this.book.fail(`event ${eventId} has two deliveries to webhook ${webhookId}`);
    const nobody = { token: null, isFreed: false, owner: undefined, ownedSince: 0, claims: new Map<Party, number>() };
    const none = { state: 'pending' as const, error: null, tries: 0, attempts: 0, isRemoved: false };
    const inserted = this.book.database.commits;
    const again = this.book.asked.get(tx.party) === webhookId ? inserted : 0;
    if (again === 0) this.onFanOut(eventId, webhookId);
    const delivery = { id, eventId, webhookId, inserted, again, ...none, ...nobody };
    this.deliveries.set(id, delivery);
    this.deliveryOf.set(key, delivery);
    return delivery;
  }

  private again({ party }: OpenTransaction, delivery: CommittedDelivery, tries: number): void {
    const { id, webhookId } = delivery;
    if (this.book.asked.get(party) !== webhookId)
      this.book.fail(`${party.name} made delivery ${id} pending again, unasked`);
    if (tries !== 0) this.book.fail(`delivery ${id} is sent again with ${tries} of its tries used`);
    delivery.again = this.book.database.commits;
  }

  private result(tx: OpenTransaction, delivery: CommittedDelivery, attempts: number, state: DeliveryState): void {
    const { id } = delivery;
    const isAttempted = attempts !== delivery.attempts;
    if (isAttempted) this.attempted(tx, delivery, attempts);
    delivery.attempts = attempts;
    if (state !== 'delivered' || delivery.state === state) return;
    if (!isAttempted) this.book.fail(`delivery ${id} is delivered without an attempt`);
    if (!this.isAccepted(delivery)) this.book.fail(`delivery ${id} is delivered, but never arrived`);
  }

  private attempted({ party }: OpenTransaction, { id, owner, token, ...before }: CommittedDelivery, attempts: number) {
    if (attempts !== before.attempts + 1) this.book.fail(`delivery ${id} has ${attempts} attempts`);
    if (owner !== party || token === null)
      this.book.fail(`${party.name} saved a result for delivery ${id} of ${owner?.name ?? 'nobody'}`);
  }

  private lease(tx: OpenTransaction, delivery: CommittedDelivery, row: Record<string, unknown>): void {
    const token = row['lease_token'] as string | null;
    const isFreed = String(row['lease_until']).startsWith('1970');
    if (isFreed && !delivery.isFreed) this.requireSilence(delivery);
    if (token !== delivery.token) {
      // A caller may have it sent again; what ends it has its own rules.
      const isTaken = token !== null || (row['state'] === 'pending' && delivery.owner !== tx.party);
      if (isTaken) this.requireExpired(tx, delivery);
      if (token !== null) this.claimed(tx, delivery);
    }
    delivery.token = token;
    delivery.isFreed = isFreed;
  }

  private claimed({ party }: OpenTransaction, delivery: CommittedDelivery): void {
    delivery.claims.set(party, this.book.database.commits);
    delivery.owner = party;
    delivery.ownedSince = this.book.now();
  }

  private requireExpired({ party }: OpenTransaction, delivery: CommittedDelivery): void {
    const { id, owner, ownedSince } = delivery;
    if (delivery.token === null || delivery.isFreed) return;
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
