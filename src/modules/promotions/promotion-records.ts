import { Inject, Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { IdGenerator } from '../../kernel/ids';
import { CONFIG, type Config } from '../../platform/config/config';
import { Collection } from '../../platform/database/lists/collection';
import { Promotion } from './data/promotion.entity';
import { definitionOf } from './data/promotion.fields';
import { promotionListing } from './data/promotion.listing';
import { ledgerSums, NEVER_USED } from './data/redemption.queries';
import { localTime } from '../../kernel/times/local-time';
import { type PromotionDefinition } from './domain/promotion-definition';
import { promotionRecord, type PromotionRecord, promotionTerms } from './promotion.record';
import { PromotionsCache } from './promotions.cache';
import { PromotionNotFound } from './promotions.errors';

/** Makes the records of promotions, and the collection that reads and changes them. */
@Injectable()
export class PromotionRecords {
  constructor(
    private readonly clock: Clock,
    private readonly ids: IdGenerator,
    private readonly cache: PromotionsCache,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** The records of promotions today, with what the ledger says of them: one statement, however many they are. */
  readonly of = async (manager: EntityManager, rows: readonly Promotion[]): Promise<PromotionRecord[]> => {
    const sums = await ledgerSums(
      manager,
      rows.map(({ id }) => id),
    );
    const { date } = localTime(this.clock.now(), this.config.store.timeZone);
    return rows.map((row) => promotionRecord(row, sums.get(row.id) ?? NEVER_USED, date));
  };

  /**
   * The definitions of the promotions whose state is `live`, the oldest first. Without days: those are of today, and say nothing
   * of another day. It reads the rows that are switched on: the cache of promotions holds no fewer.
   */
  async live(manager: EntityManager): Promise<PromotionDefinition[]> {
    const rows = await manager.find(Promotion, { where: { isLive: true }, order: { id: 'ASC' } });
    const records = await this.of(manager, rows);
    const live = new Set(records.filter(({ state }) => state === 'live').map(({ id }) => id));
    return rows.filter(({ id }) => live.has(id)).map((row) => ({ ...definitionOf(row), from: null, to: null }));
  }

  /** The promotions of the store. */
  collection(): Collection<Promotion, PromotionRecord> {
    const kind = {
      entity: Promotion,
      listing: promotionListing,
      records: this.of,
      tagged: promotionTerms,
      notFound: () => new PromotionNotFound(),
      changed: (tx: EntityManager) => this.cache.changed(tx),
    };
    return new Collection(kind, this.ids, this.clock);
  }
}
