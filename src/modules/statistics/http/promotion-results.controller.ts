import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { single, type Single } from '../../../platform/http/envelope';
import { AnswersOne } from '../../../platform/http/openapi/answers';
import { Scoped } from '../../../platform/http/principal';
import { promotionResultsRecord, PromotionResultsRecord } from '../promotion-results.record';
import { PromotionResultsService } from '../promotion-results.service';
import { StoreDays } from '../store-days';
import { type PeriodQuery, readInterval, readPeriod, TakesInterval } from './period';

/** `/v1/promotions/cart/{promotion}/results` (promotions-at-scale.md 9). Its scope is that of statistics. */
@Scoped('orders')
@ApiTags('Promotions')
@Controller('v1/promotions/cart/:promotion_id/results')
export class PromotionResultsController {
  constructor(
    private readonly results: PromotionResultsService,
    private readonly days: StoreDays,
  ) {}

  @Get()
  @TakesInterval()
  @AnswersOne(PromotionResultsRecord, {
    name: 'getPromotionResults',
    summary: 'Get the results of a promotion',
    description: 'Orders, customers, discount and revenue in a period. Orders that gave their use back do not count.',
  })
  async get(
    @Param('promotion_id') promotion: string,
    @Query() { from, to, by }: PeriodQuery,
  ): Promise<Single<PromotionResultsRecord>> {
    const results = await this.results.of(promotion, readPeriod({ from, to }, this.days), readInterval(by));
    return single(promotionResultsRecord(results));
  }
}
