import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { single, type Single } from '../../../platform/http/envelope';
import { AnswersOne } from '../../../platform/http/openapi/answers';
import { Scoped } from '../../../platform/http/principal';
import {
  customersStatistics,
  CustomersStatisticsRecord,
  ordersStatistics,
  OrdersStatisticsRecord,
  revenueStatistics,
  RevenueStatisticsRecord,
  storeStatistics,
  StoreStatisticsRecord,
} from '../statistics.record';
import { statusesRecord, StatusesRecord } from '../statuses.record';
import { StatisticsService } from '../statistics.service';
import { StoreDays } from '../store-days';
import { type PeriodQuery, readPeriod, TakesPeriod } from './period';

/** `/v1/statistics` (storefront.md 13). */
@Scoped('orders')
@ApiTags('Statistics')
@Controller('v1/statistics')
export class StatisticsController {
  constructor(
    private readonly statistics: StatisticsService,
    private readonly days: StoreDays,
  ) {}

  @Get('store')
  @TakesPeriod()
  @AnswersOne(StoreStatisticsRecord, {
    name: 'getStoreStatistics',
    summary: 'Get orders, revenue and customers by day',
  })
  async store(@Query() query: PeriodQuery): Promise<Single<StoreStatisticsRecord>> {
    return single(storeStatistics(await this.statistics.of(readPeriod(query, this.days))));
  }

  @Get('revenue')
  @TakesPeriod()
  @AnswersOne(RevenueStatisticsRecord, {
    name: 'getRevenueStatistics',
    summary: 'Get captured and refunded money by day',
  })
  async revenue(@Query() query: PeriodQuery): Promise<Single<RevenueStatisticsRecord>> {
    return single(revenueStatistics(await this.statistics.of(readPeriod(query, this.days))));
  }

  @Get('orders')
  @TakesPeriod()
  @AnswersOne(OrdersStatisticsRecord, { name: 'getOrderStatistics', summary: 'Get orders and their totals by day' })
  async orders(@Query() query: PeriodQuery): Promise<Single<OrdersStatisticsRecord>> {
    return single(ordersStatistics(await this.statistics.of(readPeriod(query, this.days))));
  }

  @Get('statuses')
  @AnswersOne(StatusesRecord, {
    name: 'getOrderStatuses',
    summary: 'Get how many orders have each status',
  })
  async statuses(): Promise<Single<StatusesRecord>> {
    return single(statusesRecord(await this.statistics.statuses()));
  }

  @Get('customers')
  @Scoped('customers')
  @TakesPeriod()
  @AnswersOne(CustomersStatisticsRecord, { name: 'getCustomerStatistics', summary: 'Get new customers by day' })
  async customers(@Query() query: PeriodQuery): Promise<Single<CustomersStatisticsRecord>> {
    return single(customersStatistics(await this.statistics.of(readPeriod(query, this.days))));
  }
}
