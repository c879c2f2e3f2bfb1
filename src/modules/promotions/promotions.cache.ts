import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { IdGenerator } from '../../kernel/ids';
import { RevisionedCopy } from '../../platform/database/rows/revisioned-copy';
import { Promotion } from './data/promotion.entity';
import { definitionOf } from './data/promotion.fields';
import { PromotionRevision } from './data/promotion-revision.entity';
import { type CompiledPromotion, compilePromotions } from './domain/compile-promotion';

/** The promotions of the store at one moment, compiled, in the order they are processed in. */
export interface PromotionSet {
  /** Drafts included: a preview reports them. */
  readonly all: readonly CompiledPromotion[];
  /** Live promotions, with which carts are priced. */
  readonly live: readonly CompiledPromotion[];
  /** Drafts included, by canonical code: finds the promotion of a code typed at a cart (promotions.md 35). */
  readonly byCode: ReadonlyMap<string, CompiledPromotion>;
}

/** Maximum age of the set in milliseconds for prices of carts. Orders always use the current set. */
const MAX_AGE_MS = 1000;

/** The compiled promotions in memory: pricing a cart loads none. */
@Injectable()
export class PromotionsCache extends RevisionedCopy<PromotionSet> {
  constructor(ids: IdGenerator, clock: Clock) {
    super({ revision: PromotionRevision, read }, ids, clock);
  }

  /** The promotions as they were at most a second ago: for carts. Checkouts and previews use {@link within}. */
  current(manager: EntityManager): Promise<PromotionSet> {
    return this.recent(manager, MAX_AGE_MS);
  }
}

async function read(manager: EntityManager): Promise<PromotionSet> {
  const all = compilePromotions((await manager.find(Promotion)).map(definitionOf));
  return {
    all,
    live: all.filter(({ definition }) => definition.isLive),
    byCode: new Map(all.filter(({ code }) => code !== '').map((promotion) => [promotion.code, promotion])),
  };
}
