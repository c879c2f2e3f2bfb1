import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type Evaluation, fitsAmounts, minorToAmount, type RejectedPromotion } from '../../promotions/frozen-promotion';
import { RedemptionsService, type UseLimit } from '../../promotions/redemptions.service';
import { type OrderItem } from '../data/order-item.entity';
import { type Order } from '../data/order.entity';
import { allPromotions, promotionsAfter } from '../domain/fallen-promotions';
import { priceOrder } from '../domain/order-snapshot';
import { type GivenUp, type OrderTerms } from '../domain/order-terms';
import { orderTooLarge } from '../orders.errors';
import { keptUses } from './kept-uses';

/** A promotion whose rules hold again and whose use others have. */
export interface GonePromotion {
  readonly title: string;
  readonly limit: UseLimit;
}

/** An order that was priced again. */
export interface EditedPrice {
  readonly after: Evaluation;
  /** Those that it was priced by. */
  readonly terms: OrderTerms;
  /** Promotions that it had before the edit and no longer gets. */
  readonly fallen: readonly RejectedPromotion[];
  /** Ids of promotions that came back: the order has their uses. */
  readonly returned: readonly string[];
  readonly gone: readonly GonePromotion[];
}

/** Prices edited orders with the promotions that they were placed with, and no others (orders-and-payments.md 4). */
@Injectable()
export class EditedPriceService {
  constructor(private readonly redemptions: RedemptionsService) {}

  /**
   * Takes the uses of promotions that come back. Each pass leaves out one more of those whose use is gone.
   * @param terms with the lines and the shipping after the edit
   * @throws OrderEditRefused
   */
  async price(tx: EntityManager, order: Order, terms: OrderTerms, items: readonly OrderItem[]): Promise<EditedPrice> {
    const away = new Map((terms.fallen ?? []).map((of) => [of.promotion.id, of]));
    const gone = new Map<string, UseLimit>();
    let promotions = allPromotions(terms);
    for (;;) {
      const after = priceOrder({ ...order, terms: { ...terms, promotions } }, items);
      if (!fitsAmounts(after)) throw orderTooLarge();
      const missed = await this.regain(tx, order, after, away);
      if (missed === null) return this.priced(tx, order, terms, { after, gone });
      gone.set(missed.promotionId, missed.limit);
      promotions = promotions.filter(({ id }) => id !== missed.promotionId);
    }
  }

  /** @returns the first promotion whose use is gone: then none was taken */
  private async regain(
    tx: EntityManager,
    order: Order,
    { applied, exponent }: Evaluation,
    away: ReadonlyMap<string, GivenUp>,
  ): Promise<{ readonly promotionId: string; readonly limit: UseLimit } | null> {
    const back = applied.flatMap(({ id: promotionId, discount, shippingDiscount }) => {
      const own = away.get(promotionId);
      const amount = minorToAmount(discount, exponent);
      return own ? [{ ...own, promotionId, amount, shippingAmount: minorToAmount(shippingDiscount, exponent) }] : [];
    });
    if (back.length === 0) return null;
    const uses = keptUses(order, back);
    const given = back.flatMap(({ promotionId, customerKey, code, codeId }) => {
      const use = uses.get(promotionId);
      return use === undefined ? [] : [{ ...use, promotionId, customerKey, code, codeId }];
    });
    const result = await this.redemptions.regain(tx, order.id, given);
    return result.isTaken ? null : result;
  }

  private async priced(
    tx: EntityManager,
    order: Order,
    terms: OrderTerms,
    { after, gone }: { after: Evaluation; gone: ReadonlyMap<string, UseLimit> },
  ): Promise<EditedPrice> {
    const had = new Set(terms.promotions.map(({ id }) => id));
    const applied = new Set(after.applied.map(({ id }) => id));
    const lost = [...had].filter((id) => !applied.has(id));
    const given = lost.length === 0 ? new Map() : await this.redemptions.usesOf(tx, order.id, lost);
    return {
      after,
      terms: { ...terms, ...promotionsAfter(terms, applied, given) },
      fallen: after.rejected.filter(({ id }) => had.has(id)),
      returned: [...applied].filter((id) => !had.has(id)),
      gone: (terms.fallen ?? []).flatMap(({ promotion: { id, title } }) => {
        const limit = gone.get(id);
        return limit === undefined ? [] : [{ title, limit }];
      }),
    };
  }
}
