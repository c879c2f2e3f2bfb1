/** How many deliveries may be under way, and how many wait in memory. */
export interface LaneLimits {
  /** For all webhooks together. */
  readonly underWay: number;
  /** For any one webhook. */
  readonly underWayEach: number;
  /** Ids that wait in memory for any one webhook; the rest wait in the database. */
  readonly waitingEach: number;
}

/** A delivery that may be claimed now. */
export interface Taken {
  readonly id: string;
  readonly webhookId: string;
}

interface Lane {
  readonly first: Set<string>;
  readonly again: Set<string>;
  underWay: number;
  /** Whether the database may hold more than memory does. */
  hasMore: boolean;
}

/**
 * Who goes next (webhooks.md 14): webhooks in turn, each with at most its share under way, so that one at its limit
 * holds up nobody; first tries before retries, over all webhooks. Knows ids only, and may know too many: the claim in
 * the database decides.
 */
export class DeliveryLanes {
  private readonly lanes = new Map<string, Lane>();
  private underWay = 0;

  constructor(private readonly limits: LaneLimits) {}

  /** Deliveries under way over all webhooks. */
  get busy(): number {
    return this.underWay;
  }

  /** Adds deliveries of a webhook; what there is no room for is left to the database. */
  offer(webhookId: string, ids: Iterable<string>, kind: 'first' | 'again'): void {
    const lane = this.lane(webhookId);
    for (const id of ids) {
      if (lane.first.size + lane.again.size >= this.limits.waitingEach) lane.hasMore = true;
      else if (!lane.first.has(id)) lane[kind].add(id);
    }
  }

  /** Says that the database may hold deliveries of a webhook that memory does not. */
  nudge(webhookId: string): void {
    this.lane(webhookId).hasMore = true;
  }

  /** Deliveries to claim now; they count as under way until {@link done}. */
  take(): Taken[] {
    const taken: Taken[] = [];
    for (const kind of ['first', 'again'] as const) {
      while (this.takeRound(kind, taken));
    }
    return taken;
  }

  /** Ends what {@link take} began, whatever came of it. */
  done(webhookId: string): void {
    const lane = this.lane(webhookId);
    lane.underWay -= 1;
    this.underWay -= 1;
    this.forgetIdle(webhookId, lane);
  }

  /** Webhooks that could go on if somebody looked into the database for them. Each is named once a nudge. */
  hungry(): string[] {
    const hungry: string[] = [];
    if (this.underWay >= this.limits.underWay) return hungry;
    for (const [webhookId, lane] of this.lanes) {
      const isDry = lane.first.size + lane.again.size === 0;
      if (!lane.hasMore || !isDry || lane.underWay >= this.limits.underWayEach) continue;
      lane.hasMore = false;
      hungry.push(webhookId);
    }
    for (const webhookId of hungry) this.forgetIdle(webhookId, this.lane(webhookId));
    return hungry;
  }

  /** One delivery of each webhook that has one and may. The webhook served last goes last in the next round. */
  private takeRound(kind: 'first' | 'again', taken: Taken[]): boolean {
    let isAny = false;
    for (const [webhookId, lane] of [...this.lanes]) {
      if (this.underWay >= this.limits.underWay) return false;
      const [id] = lane[kind];
      if (id === undefined || lane.underWay >= this.limits.underWayEach) continue;
      lane[kind].delete(id);
      lane.underWay += 1;
      this.underWay += 1;
      taken.push({ id, webhookId });
      this.lanes.delete(webhookId);
      this.lanes.set(webhookId, lane);
      isAny = true;
    }
    return isAny;
  }

  private lane(webhookId: string): Lane {
    const lane = this.lanes.get(webhookId) ?? { first: new Set(), again: new Set(), underWay: 0, hasMore: false };
    this.lanes.set(webhookId, lane);
    return lane;
  }

  private forgetIdle(webhookId: string, lane: Lane): void {
    if (lane.underWay + lane.first.size + lane.again.size === 0 && !lane.hasMore) this.lanes.delete(webhookId);
  }
}
