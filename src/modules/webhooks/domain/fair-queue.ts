/** Limits of deliveries under way and of those that wait in memory. */
export interface QueueLimits {
  /** For all webhooks together. */
  readonly underWay: number;
  /** For any one webhook. */
  readonly underWayEach: number;
  /** Taken beyond those that are under way, for all webhooks together. */
  readonly ahead: number;
  /** Ids that wait in memory for any one webhook; the rest wait in the database. */
  readonly waitingEach: number;
}

/** A delivery that may be claimed now. */
export interface QueuedDelivery {
  readonly id: string;
  readonly webhookId: string;
}

/** Whether a delivery has been attempted before: first tries go first. */
export type Turn = 'first' | 'retry';

interface WebhookQueue {
  readonly first: Set<string>;
  readonly retry: Set<string>;
  /** Under way or taken ahead. */
  taken: number;
  /** Whether the database may have deliveries of this webhook that are not in memory. */
  hasMore: boolean;
}

/**
 * Decides which delivery goes next (webhooks.md 14): webhooks in turn, each with at most its share under way, so that one
 * at its limit holds up no other; first tries before retries, over all webhooks. It knows ids only, and may know too
 * many: the claim in the database decides.
 */
export class FairQueue {
  private readonly queues = new Map<string, WebhookQueue>();
  private underWay = 0;
  private ahead = 0;

  /** @param aheadOf how many deliveries of a webhook may be taken before there is a place for them */
  constructor(
    private readonly limits: QueueLimits,
    private readonly aheadOf: (webhookId: string) => number = () => 0,
  ) {}

  /** Deliveries taken over all webhooks, without those that wait for a name server. */
  get size(): number {
    return this.underWay + this.ahead;
  }

  /** Adds deliveries of a webhook; those beyond its room are left to the database. */
  enqueue(webhookId: string, ids: Iterable<string>, turn: Turn): void {
    const queue = this.queueOf(webhookId);
    for (const id of ids) {
      if (waitingIn(queue) >= this.limits.waitingEach) queue.hasMore = true;
      else if (!queue.first.has(id)) queue[turn].add(id);
    }
  }

  /** Notes that the database may hold deliveries of a webhook that memory does not. */
  expectMore(webhookId: string): void {
    this.queueOf(webhookId).hasMore = true;
  }

  /**
   * Returns the deliveries to claim now; they count as taken until {@link finish}. Deliveries are taken ahead only while no
   * webhook waits for a place that another one has.
   */
  takeNext(): QueuedDelivery[] {
    const taken: QueuedDelivery[] = [];
    for (const turn of TURNS) while (this.takeRound(turn, taken));
    const waiting = [...this.queues].filter(([, queue]) => waitingIn(queue) > 0);
    if (waiting.some(([, queue]) => queue.taken < this.limits.underWayEach)) return taken;
    for (const [webhookId, queue] of waiting) this.takeAhead(webhookId, queue, taken);
    return taken;
  }

  /** Ends one delivery that {@link takeNext} returned, successful or not. */
  finish(webhookId: string): void {
    const queue = this.queueOf(webhookId);
    queue.taken -= 1;
    if (queue.taken < this.limits.underWayEach) this.underWay -= 1;
    else this.ahead -= 1;
    this.forgetIdle(webhookId, queue);
  }

  /**
   * Gives the place of a delivery that waits for a name server to others: dead name servers would fill all places. Its
   * webhook's own limit still counts it, which bounds how many wait.
   */
  suspend(): void {
    this.underWay -= 1;
  }

  /** Takes the place back; for a moment the limit of all together may be exceeded. */
  resume(): void {
    this.underWay += 1;
  }

  /** Returns webhooks that could go on if the database were read for them. Each is named once for each {@link expectMore}. */
  takeStarved(): string[] {
    const starved: string[] = [];
    const isFull = this.underWay >= this.limits.underWay;
    for (const [webhookId, queue] of this.queues) {
      if (!queue.hasMore || waitingIn(queue) > 0) continue;
      if (queue.taken < this.limits.underWayEach ? isFull : !this.isLow(queue, this.aheadOf(webhookId))) continue;
      queue.hasMore = false;
      starved.push(webhookId);
    }
    for (const webhookId of starved) this.forgetIdle(webhookId, this.queueOf(webhookId));
    return starved;
  }

  /** Takes one delivery of each webhook that has one and may. The webhook served last goes last in the next round. */
  private takeRound(turn: Turn, taken: QueuedDelivery[]): boolean {
    let isAny = false;
    for (const [webhookId, queue] of [...this.queues]) {
      if (this.underWay >= this.limits.underWay) return false;
      const [id] = queue[turn];
      if (id === undefined || queue.taken >= this.limits.underWayEach) continue;
      queue[turn].delete(id);
      queue.taken += 1;
      this.underWay += 1;
      taken.push({ id, webhookId });
      this.queues.delete(webhookId);
      this.queues.set(webhookId, queue);
      isAny = true;
    }
    return isAny;
  }

  /** Fills up what is taken ahead, once half of it is gone: one claim serves many. */
  private takeAhead(webhookId: string, queue: WebhookQueue, taken: QueuedDelivery[]): void {
    const most = this.aheadOf(webhookId);
    if (!this.isLow(queue, most)) return;
    for (const turn of TURNS) {
      for (const id of queue[turn]) {
        if (queue.taken >= this.limits.underWayEach + most || this.ahead >= this.limits.ahead) return;
        queue[turn].delete(id);
        queue.taken += 1;
        this.ahead += 1;
        taken.push({ id, webhookId });
      }
    }
  }

  private isLow({ taken }: WebhookQueue, ahead: number): boolean {
    return taken - this.limits.underWayEach < ahead / 2;
  }

  private queueOf(webhookId: string): WebhookQueue {
    const queue = this.queues.get(webhookId) ?? { first: new Set(), retry: new Set(), taken: 0, hasMore: false };
    this.queues.set(webhookId, queue);
    return queue;
  }

  private forgetIdle(webhookId: string, queue: WebhookQueue): void {
    if (queue.taken + waitingIn(queue) === 0 && !queue.hasMore) this.queues.delete(webhookId);
  }
}

const TURNS = ['first', 'retry'] as const;

const waitingIn = ({ first, retry }: WebhookQueue): number => first.size + retry.size;
