import { Module } from '@nestjs/common';
import { CustomersModule } from '../customers/customers.module';
import { OrdersModule } from '../orders/orders.module';
import { PaymentsModule } from '../payments/payments.module';
import { PromotionsModule } from '../promotions/promotions.module';
import { SettingsModule } from '../settings/settings.module';
import { StatisticsChange } from './data/statistics-change.entity';
import { StatisticsDay } from './data/statistics-day.entity';
import { StatisticsEntry } from './data/statistics-entry.entity';
import { StatisticsWalk } from './data/statistics-walk.entity';
import { PromotionResultsController } from './http/promotion-results.controller';
import { StatisticsController } from './http/statistics.controller';
import { PromotionResultsService } from './promotion-results.service';
import { StatisticsBooksService } from './statistics-books.service';
import { StatisticsCountingService } from './statistics-counting.service';
import { StatisticsService } from './statistics.service';
import { StoreDays } from './store-days';

/** Counts and sums of orders, money and customers by day. */
@Module({
  imports: [SettingsModule, PromotionsModule, OrdersModule, PaymentsModule, CustomersModule],
  controllers: [StatisticsController, PromotionResultsController],
  providers: [StoreDays, StatisticsService, PromotionResultsService, StatisticsBooksService, StatisticsCountingService],
  exports: [StatisticsCountingService],
})
export class StatisticsModule {
  static readonly entities = [StatisticsChange, StatisticsDay, StatisticsEntry, StatisticsWalk];
  static readonly tags = { Statistics: 'Counts and sums by day, in the default currency.' };
}
