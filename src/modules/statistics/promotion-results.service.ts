import { Inject, Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { CONFIG, type Config } from '../../platform/config/config';
import { Transactions } from '../../platform/database/connection/transactions';
import { PromotionLedgerService } from '../promotions/promotion-ledger.service';
import { readUses } from './data/promotion-results.queries';
import { NONE, plus } from './domain/figures';
import { type Interval, intervalsOf, LONGEST } from './domain/interval';
import { type PromotionResults, resultsOf, type UsesOfDay } from './domain/promotion-results';
import { type Period, type Window, windowOf } from './domain/window';
import { StoreDays } from './store-days';
import { StatisticsService } from './statistics.service';

/** The results of a promotion in a window, and in each of its intervals. */
export interface ResultsByInterval {
  readonly by: Interval;
  readonly timeZone: string;
  /** Until when orders without the promotion are complete; null: not known yet. */
  readonly asOf: Date | null;
  readonly currencyCode: string;
  readonly all: PromotionResults;
  readonly intervals: readonly PromotionResults[];
}

/**
 * Computes the results of a promotion from the ledger of its uses and the days of all orders (promotions-at-scale.md
 * 9).
 */
@Injectable()
export class PromotionResultsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly ledger: PromotionLedgerService,
    private readonly statistics: StatisticsService,
    private readonly clock: Clock,
    private readonly storeDays: StoreDays,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** They may lag. @throws PromotionNotFound, ValidationFailed naming from or to */
  async of(promotionId: string, period: Period, by: Interval): Promise<ResultsByInterval> {
    const window = windowOf(period, this.storeDays.of(this.clock.now()), LONGEST[by]);
    const usesIn = async (manager: EntityManager): Promise<UsesOfDay[]> => {
      await this.ledger.requirePromotion(manager, promotionId);
      const withTests = !this.config.inProduction;
      return readUses(manager, { promotionId, withTests, days: this.storeDays }, window);
    };
    const [uses, { timeZone, asOf, currencyCode, days }] = await this.transactions.readLagging(
      async (manager, lagMs) =>
        [await usesIn(manager), await this.statistics.inSnapshot(manager, window, lagMs)] as const,
      async () => [await this.transactions.readAside(usesIn), await this.statistics.within(window)] as const,
    );
    const usesOf = new Map(days.map(({ day }) => [day, [] as UsesOfDay[]]));
    for (const use of uses) usesOf.get(use.day)?.push(use);
    const results = (of: Window): PromotionResults => {
      const within = days.filter(({ day }) => day >= of.from && day <= of.to);
      const all = within.reduce((sum, { figures }) => plus(sum, figures), NONE);
      const their = within.flatMap(({ day }) => usesOf.get(day) ?? []);
      return resultsOf(of, their, all);
    };
    const intervals = intervalsOf(
      days.map(({ day }) => day),
      by,
    );
    return { by, timeZone, asOf, currencyCode, all: results(window), intervals: intervals.map(results) };
  }
}
