/** How many deliveries may be under way, and how many wait in memory. */
export interface QueueLimits {
  /** For all webhooks together. */
  readonly underWay: number;
  /** For any one webhook. */
  readonly underWayEach: number;
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
  underWay: number;
  /** Whether the database may hold more than memory does. */
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

  constructor(private readonly limits: QueueLimits) {}

  /** Deliveries under way over all webhooks, without those that wait for a name server. */
  get size(): number {
    return this.underWay;
  }

  /** Adds deliveries of a webhook; those beyond its room are left to the database. */
  enqueue(webhookId: string, ids: Iterable<string>, turn: Turn): void {
    const queue = this.queueOf(webhookId);
    for (const id of ids) {
      if (queue.first.size + queue.retry.size >= this.limits.waitingEach) queue.hasMore = true;
      else if (!queue.first.has(id)) queue[turn].add(id);
    }
  }

  /** Notes that the database may hold deliveries of a webhook that memory does not. */
  expectMore(webhookId: string): void {
    this.queueOf(webhookId).hasMore = true;
  }

  /** Returns the deliveries to claim now; they count as under way until {@link finish}. */
  takeNext(): QueuedDelivery[] {
    const taken: QueuedDelivery[] = [];
    for (const turn of ['first', 'retry'] as const) {
      while (this.takeRound(turn, taken));
    }
    return taken;
  }

  /** Ends one delivery that {@link takeNext} returned, successful or not. */
  finish(webhookId: string): void {
    const queue = this.queueOf(webhookId);
    queue.underWay -= 1;
    this.underWay -= 1;
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
    if (this.underWay >= this.limits.underWay) return starved;
    for (const [webhookId, queue] of this.queues) {
      const isEmpty = queue.first.size + queue.retry.size === 0;
      if (!queue.hasMore || !isEmpty || queue.underWay >= this.limits.underWayEach) continue;
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
      if (id === undefined || queue.underWay >= this.limits.underWayEach) continue;
      queue[turn].delete(id);
      queue.underWay += 1;
      this.underWay += 1;
      taken.push({ id, webhookId });
      this.queues.delete(webhookId);
      this.queues.set(webhookId, queue);
      isAny = true;
    }
    return isAny;
  }

  private queueOf(webhookId: string): WebhookQueue {
    const queue = this.queues.get(webhookId) ?? { first: new Set(), retry: new Set(), underWay: 0, hasMore: false };
    this.queues.set(webhookId, queue);
    return queue;
  }

  private forgetIdle(webhookId: string, queue: WebhookQueue): void {
    const isIdle = queue.underWay + queue.first.size + queue.retry.size === 0;
    if (isIdle && !queue.hasMore) this.queues.delete(webhookId);
  }
}
