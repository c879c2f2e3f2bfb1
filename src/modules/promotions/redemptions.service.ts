import { Injectable } from '@nestjs/common';
import { type EntityManager, In, IsNull, Not } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { insertRows } from '../../platform/database/rows/row-reader';
import { type Amount } from '../../kernel/money';
import { Metrics } from '../../platform/metrics/metrics';
import { heldUses, ownerOf } from './limits/held-uses';
import { type CountedLimit, type Use, UseCounters, type UseLimit } from './limits/use-counters';
import { Promotion } from './data/promotion.entity';
import { PromotionRedemption } from './data/promotion-redemption.entity';
import { PromotionBudgetReached, PromotionUsedUp } from './promotions.errors';

export type { UseLimit };

export type { HeldUse } from './limits/given-back';

/** A promotion that an order is about to use. */
export interface AppliedUse {
  readonly promotionId: string;
  /** Its limits; 0: none. */
  readonly maxUses: number;
  readonly customerUses: number;
  /** In the default currency. */
  readonly budget: Amount;
  /** Taken off in all, shipping included, in the order's currency. */
  readonly amount: Amount;
  /** `amount` in the default currency. */
  readonly discounted: Amount;
  /** The code that it applies by, as it was made; null: by none. */
  readonly code: string | null;
  /** That code when it is of a pool. */
  readonly codeId: string | null;
}

/** The new discount of a promotion on an order. */
export type KeptUse = Pick<AppliedUse, 'amount' | 'discounted'>;

/** A use that an order gave back and takes again. */
export type RegainedUse = Omit<AppliedUse, keyof UseLimits> & { readonly customerKey: string | null };

/** The result of taking uses: all were taken, or none, because one promotion has none left. */
export type TakeResult =
  { readonly isTaken: true } | { readonly isTaken: false; readonly promotionId: string; readonly limit: UseLimit };

/** The uses of promotions: the ledger of the orders' uses, and the counters of the limits (promotions.md 5). */
@Injectable()
export class RedemptionsService {
  private readonly counters = new UseCounters();
  private readonly rejections;

  constructor(
    private readonly clock: Clock,
    metrics: Metrics,
  ) {
    const help = 'Uses of promotions that were rejected because another order reached the limit first.';
    this.rejections = metrics.counter('promotion_limit_rejections_total', help, ['limit']);
    for (const limit of ['max_uses', 'customer_uses', 'budget', 'code'] satisfies UseLimit[])
      this.rejections.inc({ limit }, 0);
  }

  /**
   * Takes one use of each applied promotion for a new order, in its transaction: all of them, or none and the first that
   * lost the race (promotions.md 30, 31). The caller then prices again without it and takes again; `usage` says by now
   * that it is used up. Promotions come in ascending id, each limit is one conditional UPDATE. A promotion without limits
   * writes its ledger row and nothing else.
   */
  async take(
    tx: EntityManager,
    orderId: string,
    key: string | null,
    applied: readonly AppliedUse[],
  ): Promise<TakeResult> {
    const uses = [...applied].sort((a, b) => (BigInt(a.promotionId) < BigInt(b.promotionId) ? -1 : 1));
    const taken: Use[] = [];
    for (const applying of uses) {
      const use = { ...applying, customerKey: key };
      const limit = await this.counters.take(tx, use);
      if (limit !== null) {
        this.rejections.inc({ limit });
        for (const done of taken) await this.counters.giveBack(tx, done);
        return { isTaken: false, promotionId: use.promotionId, limit };
      }
      taken.push(use);
    }
    await this.write(tx, orderId, key, uses);
    return { isTaken: true };
  }

  /** Takes uses again that an edit gave back, as {@link take} does, with the limits of now. */
  async regain(tx: EntityManager, orderId: string, uses: readonly RegainedUse[]): Promise<TakeResult> {
    const limits = await limitsOf(tx, uses);
    const applied = uses.map((use) => ({ ...use, ...limits(use) }));
    return this.take(tx, orderId, uses[0]?.customerKey ?? null, applied);
  }

  /** Returns the customers and codes of an order's uses, by promotion. */
  async usesOf(
    tx: EntityManager,
    orderId: string,
    promotionIds: readonly string[],
  ): Promise<ReadonlyMap<string, Pick<PromotionRedemption, 'customerKey' | 'code' | 'codeId'>>> {
    const rows = await this.ledger(tx, { orderId, promotionId: In([...promotionIds]) });
    return new Map(rows.map((row) => [row.promotionId, row]));
  }

  /** Gives some uses of an order back for good, as {@link retain} does. */
  async giveUp(tx: EntityManager, orderId: string, promotionIds: readonly string[]): Promise<void> {
    if (promotionIds.length === 0) return;
    for (const row of await this.ledger(tx, { orderId, promotionId: In([...promotionIds]) }))
      await this.forget(tx, row);
  }

  /** The uses that orders hold, by order, in one statement. */
  readonly held = heldUses;

  /** Gives the uses of an order back; those that were given back already stay as they are (promotions.md 32). */
  async release(tx: EntityManager, orderId: string): Promise<void> {
    const releasedAt = this.clock.now();
    for (const row of await this.ledger(tx, { orderId, releasedAt: IsNull() })) {
      const { promotionId } = row;
      const { affected } = await tx.update(
        PromotionRedemption,
        { orderId, promotionId, releasedAt: IsNull() },
        { releasedAt },
      );
      if (affected === 1) await this.counters.giveBack(tx, ownerOf(row));
    }
  }

  /**
   * Keeps the uses of an order whose promotions an edit left, with what they take off now, and gives the others back: a
   * revived order does not take them again, another edit may (orders-and-payments.md 4).
   * @param kept by promotion id
   * @throws PromotionBudgetReached when a discount grew by more than is left: the transaction must then be rolled back
   */
  async retain(tx: EntityManager, orderId: string, kept: ReadonlyMap<string, KeptUse>): Promise<void> {
    for (const row of await this.ledger(tx, { orderId, releasedAt: IsNull() })) {
      const { promotionId } = row;
      const use = kept.get(promotionId);
      if (use === undefined) await this.forget(tx, row);
      if (use === undefined) continue;
      const more = use.discounted - ownerOf(row).discounted;
      if (more === 0n && use.amount === row.amount) continue;
      await tx.update(PromotionRedemption, { orderId, promotionId }, use);
      await this.spend(tx, promotionId, more);
    }
  }

  /** Checks that {@link retain} would find room in every budget. Takes nothing. @throws PromotionBudgetReached */
  async requireRetainable(tx: EntityManager, orderId: string, kept: ReadonlyMap<string, KeptUse>): Promise<void> {
    for (const row of await this.ledger(tx, { orderId, releasedAt: IsNull() })) {
      const { promotionId } = row;
      const more = (kept.get(promotionId)?.discounted ?? 0n) - ownerOf(row).discounted;
      if (more <= 0n) continue;
      const budget = await budgetOf(tx, promotionId);
      const spent = (await this.counters.budgets.spent(tx, [promotionId])).get(promotionId) ?? 0n;
      if (budget > 0n && spent + more > budget) throw new PromotionBudgetReached(promotionId);
    }
  }

  /**
   * Takes the uses of an order again that {@link release} gave back. Limits are those of now; a promotion that was removed
   * since has none.
   * @throws PromotionUsedUp when others took the last one: the transaction must then be rolled back
   */
  async retake(tx: EntityManager, orderId: string): Promise<void> {
    const rows = await this.ledger(tx, { orderId, releasedAt: Not(IsNull()) });
    if (rows.length === 0) return;
    const limits = await limitsOf(tx, rows);
    for (const row of rows) {
      const { promotionId } = row;
      const { affected } = await tx.update(
        PromotionRedemption,
        { orderId, promotionId, releasedAt: Not(IsNull()) },
        { releasedAt: null },
      );
      if (affected !== 1) continue;
      const use = { ...ownerOf(row), ...limits(row) };
      if ((await this.counters.take(tx, use)) !== null) throw new PromotionUsedUp(promotionId);
    }
  }

  /**
   * Counts anew from the ledger when a promotion gets a limit it did not have: until then its uses were not counted. An
   * order placed at this very moment may still have seen it without the limit and is then not counted.
   */
  async recount(tx: EntityManager, promotionId: string, limit: CountedLimit): Promise<void> {
    await this.counters.recount(tx, promotionId, limit);
  }

  private async forget(tx: EntityManager, row: PromotionRedemption): Promise<void> {
    const { orderId, promotionId } = row;
    const { affected } = await tx.delete(PromotionRedemption, { orderId, promotionId });
    if (affected === 1) await this.counters.giveBack(tx, ownerOf(row));
  }

  /** @param more above what the order took before; below zero: less. Budgets are those of now. */
  private async spend(tx: EntityManager, promotionId: string, more: Amount): Promise<void> {
    // An order keeps the discount that it took before, also when the budget was lowered since.
    if (more === 0n) return;
    if (more < 0n) return this.counters.budgets.giveBack(tx, { promotionId, discounted: -more });
    const spending = { promotionId, budget: await budgetOf(tx, promotionId), discounted: more };
    if (!(await this.counters.budgets.take(tx, spending))) throw new PromotionBudgetReached(promotionId);
  }

  private async write(
    tx: EntityManager,
    orderId: string,
    key: string | null,
    uses: readonly AppliedUse[],
  ): Promise<void> {
    if (uses.length === 0) return;
    const createdAt = this.clock.now();
    await insertRows(
      tx,
      PromotionRedemption,
      uses.map(({ promotionId, amount, discounted, code, codeId }) => ({
        orderId,
        promotionId,
        customerKey: key,
        amount,
        discounted,
        code,
        codeId,
        createdAt,
        releasedAt: null,
      })),
    );
  }

  /** In ascending promotion id, the order in which every transaction locks counters. */
  private ledger(tx: EntityManager, where: object): Promise<PromotionRedemption[]> {
    return tx.find(PromotionRedemption, { where, order: { promotionId: 'ASC' } });
  }
}

/** 0: it has none, or was removed. */
async function budgetOf(tx: EntityManager, id: string): Promise<Amount> {
  return (await tx.findOne(Promotion, { where: { id }, select: { id: true, budget: true } }))?.budget ?? 0n;
}

type UseLimits = Pick<AppliedUse, 'maxUses' | 'customerUses' | 'budget'>;
type OfPromotion = Pick<AppliedUse, 'promotionId'>;

/** Returns the limits of now of each use; a promotion that was removed has none. */
async function limitsOf(tx: EntityManager, uses: readonly OfPromotion[]): Promise<(use: OfPromotion) => UseLimits> {
  const rows = await tx.findBy(Promotion, { id: In(uses.map(({ promotionId }) => promotionId)) });
  const limits = new Map(rows.map(({ id, maxUses, customerUses, budget }) => [id, { maxUses, customerUses, budget }]));
  return ({ promotionId }) => limits.get(promotionId) ?? { maxUses: 0, customerUses: 0, budget: 0n };
}
