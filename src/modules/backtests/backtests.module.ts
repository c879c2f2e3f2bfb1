import { Module } from '@nestjs/common';
import { StoreObjects } from '../../platform/events/store-objects';
import { OrdersModule } from '../orders/orders.module';
import { PromotionsModule } from '../promotions/promotions.module';
import { BacktestsService } from './backtests.service';
import { backtestSummary, BacktestSummaryRecord } from './listed-backtest.record';
import { BacktestOrder } from './data/backtest-order.entity';
import { BacktestUse } from './data/backtest-use.entity';
import { Backtest } from './data/backtest.entity';
import { BacktestsController } from './http/backtests.controller';

/** Back-tests: promotions tried on past orders. */
@Module({
  imports: [PromotionsModule, OrdersModule],
  controllers: [BacktestsController],
  providers: [BacktestsService],
  exports: [BacktestsService],
})
export class BacktestsModule {
  static readonly entities = [Backtest, BacktestOrder, BacktestUse];

  constructor(objects: StoreObjects) {
    objects.register(Backtest, {
      object: 'backtest',
      noun: 'back-test',
      since: '1.3',
      record: BacktestSummaryRecord,
      scope: 'promotions',
      records: (_, rows) => rows.map(backtestSummary),
    });
  }
}
