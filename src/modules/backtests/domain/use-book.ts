/** A use of a tested promotion, as the ledger of a store would have it. */
export interface TestedUse {
  readonly promotionId: string;
  readonly customerKey: string | null;
  /** In the default currency. */
  readonly discounted: bigint;
  /** When the order came to nothing and gave it back; null: it did not. */
  readonly until: Date | null;
  /** `then`: in the baseline. Null: in the test. */
  readonly side: 'then' | null;
}

/** Uses of a promotion so far. */
export interface CountedUses {
  readonly used: number;
  /** Decimal text. */
  readonly spent: string;
}

interface Limited {
  readonly id: string;
  readonly maxUses: number;
  readonly customerUses: number;
  readonly budget: bigint;
}

/** Whether uses of a promotion have to be counted. */
export function isLimited({ maxUses, customerUses, budget }: Omit<Limited, 'id'>): boolean {
  return maxUses > 0 || customerUses > 0 || budget > 0n;
}

/**
 * Counts the uses of tested promotions while orders are replayed in their order, so that limits and budgets hold as they
 * would have. An order that came to nothing gives its uses back at that time.
 */
export class UseBook {
  private readonly counted = new Map<string, { used: number; spent: bigint }>();
  private readonly ofCustomers = new Map<string, TestedUse[]>();
  /** To come, the next one first. */
  private readonly releases: TestedUse[] = [];
  /** Taken since the book was opened. */
  readonly taken: TestedUse[] = [];

  /**
   * @param limited the promotions whose uses are counted @param side those of the baseline, or of the test
   * @param counted uses so far, by promotion
   */
  constructor(
    private readonly limited: readonly Limited[],
    private readonly side: TestedUse['side'],
    counted: Readonly<Record<string, CountedUses>>,
  ) {
    for (const { id } of limited) {
      const { used = 0, spent = '0' } = counted[id] ?? {};
      this.counted.set(id, { used, spent: BigInt(spent) });
    }
  }

  /**
   * Adds the uses of this book that were taken before it was opened.
   * @param ofCustomers uses of the customers of the orders to replay, each once @param due uses that are given back during the replay
   */
  recall(ofCustomers: readonly TestedUse[], due: readonly TestedUse[]): void {
    const isOwn = ({ side }: TestedUse): boolean => side === this.side;
    for (const use of ofCustomers.filter(isOwn)) this.keep(use);
    for (const use of due.filter(isOwn)) this.await(use);
  }

  /** The uses at an instant, for the engine. Instants do not go back. */
  at(instant: Date, customerKey: string | null): Map<string, { used: number; customerUsed: number; spent: bigint }> {
    this.settle(instant);
    return new Map(
      this.limited.map(({ id }) => {
        const { used, spent } = this.counted.get(id) ?? { used: 0, spent: 0n };
        const own = customerKey === null ? [] : (this.ofCustomers.get(keyOf(id, customerKey)) ?? []);
        return [id, { used, spent, customerUsed: own.filter(({ until }) => until === null || until > instant).length }];
      }),
    );
  }

  take(taken: Omit<TestedUse, 'side'>): void {
    if (!this.counted.has(taken.promotionId)) return;
    const use = { ...taken, side: this.side };
    this.count(use, 1);
    this.keep(use);
    this.await(use);
    this.taken.push(use);
  }

  /** Gives back what was to be given back until an instant. */
  settle(instant: Date): void {
    for (let due; (due = this.releases[0]) && due.until !== null && due.until <= instant;) {
      this.releases.shift();
      this.count(due, -1);
    }
  }

  pack(): Record<string, CountedUses> {
    return Object.fromEntries([...this.counted].map(([id, { used, spent }]) => [id, { used, spent: String(spent) }]));
  }

  private count({ promotionId, discounted }: TestedUse, by: 1 | -1): void {
    const counted = this.counted.get(promotionId);
    if (counted === undefined) return;
    counted.used += by;
    counted.spent += BigInt(by) * discounted;
  }

  private keep(use: TestedUse): void {
    if (use.customerKey === null) return;
    const key = keyOf(use.promotionId, use.customerKey);
    const known = this.ofCustomers.get(key);
    if (known === undefined) this.ofCustomers.set(key, [use]);
    else known.push(use);
  }

  private await(use: TestedUse): void {
    const { until } = use;
    if (until === null) return;
    const later = this.releases.findIndex((one) => one.until !== null && one.until > until);
    this.releases.splice(later === -1 ? this.releases.length : later, 0, use);
  }
}

function keyOf(promotionId: string, customerKey: string): string {
  return `${promotionId}\n${customerKey}`;
}
