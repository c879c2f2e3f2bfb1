import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { Transactions } from '../../platform/database/transactions';
import { requireById } from '../../platform/database/row-reader';
import { Promotion } from './data/promotion.entity';
import { definitionOf } from './data/promotion.fields';
import { PromotionRevision, REVISION_ROW } from './data/promotion-revision.entity';
import { type CompiledPromotion, compilePromotions } from './domain/compile-promotion';

/** The promotions of the store at one moment, compiled, in the order they are processed in. */
export interface PromotionSet {
  /** Drafts included: a preview reports them. */
  readonly all: readonly CompiledPromotion[];
  /** What carts are priced with. */
  readonly live: readonly CompiledPromotion[];
  /** Drafts included, by canonical code: what a code typed at a cart stands for (promotions.md 35). */
  readonly byCode: ReadonlyMap<string, CompiledPromotion>;
}

interface Held {
  readonly set: PromotionSet;
  readonly revision: string;
  readonly checkedAt: number;
}

/** How old the set may be where no order hangs on it. */
const MAX_AGE_MS = 1000;

/**
 * The compiled promotions, held in memory: no cart loads them. Whoever changes a promotion, in whichever process, changes
 * the revision in the same transaction; reading that one row is all it takes to know that nothing has changed.
 */
@Injectable()
export class PromotionSnapshot {
  private held: Held | undefined;
  /** Of promotions, by this process. */
  private changes = 0;

  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** The promotions as they were at most a second ago: for carts. */
  async current(): Promise<PromotionSet> {
    const held = this.held;
    // A clock that was set back makes an age negative; it is not trusted for longer than one that goes on.
    if (held && Math.abs(this.clock.now().getTime() - held.checkedAt) < MAX_AGE_MS) return held.set;
    return this.within(this.transactions.manager);
  }

  /** The promotions as they are: for a checkout, in its transaction, and for a preview. */
  async within(manager: EntityManager): Promise<PromotionSet> {
    const checkedAt = this.clock.now().getTime();
    const { held, changes } = this;
    const { revision } = await requireById(manager, PromotionRevision, REVISION_ROW);
    // The rows are read after the revision, so they are never older than it says. Callers do not wait for one another's
    // reads: on SQLite one of them may hold the connection that the other waits for.
    const set = held?.revision === revision ? held.set : promotionSet(await manager.find(Promotion));
    // What was read before a change of this process, or before another reader's look, is good for this caller only.
    const isLatest = this.held === held || (this.held?.checkedAt ?? 0) <= checkedAt;
    if (isLatest && changes === this.changes) this.held = { set, revision, checkedAt };
    return set;
  }

  /** Has the next reader look at the revision: the process that changed a promotion sees it at once. */
  expire(): void {
    this.changes += 1;
    if (this.held) this.held = { ...this.held, checkedAt: Number.NEGATIVE_INFINITY };
  }
}

function promotionSet(rows: readonly Promotion[]): PromotionSet {
  const all = compilePromotions(rows.map(definitionOf));
  return {
    all,
    live: all.filter(({ definition }) => definition.isLive),
    byCode: new Map(all.filter(({ code }) => code !== '').map((promotion) => [promotion.code, promotion])),
  };
}
