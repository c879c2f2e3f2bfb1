import { type DynamicModule, Module } from '@nestjs/common';
import { AccessModule } from '../modules/access/access.module';
import { OrdersModule } from '../modules/orders/orders.module';
import { CatalogModule } from '../modules/catalog/catalog.module';
import { CustomersModule } from '../modules/customers/customers.module';
import { PromotionsModule } from '../modules/promotions/promotions.module';
import { SettingsModule } from '../modules/settings/settings.module';
import { ConfigModule } from '../platform/config/config.module';
import { type Config } from '../platform/config/config';
import { DatabaseModule } from '../platform/database/database.module';
import { EventsModule } from '../platform/events/events.module';
import { HealthModule } from '../platform/health/health.module';
import { HttpModule } from '../platform/http/http.module';
import { entities } from './entities';
import { migrations } from './migrations';

/** The API process. */
@Module({})
export class ApiModule {
  static forRoot(config: Config): DynamicModule {
    return {
      module: ApiModule,
      imports: [
        ConfigModule.forRoot(config),
        DatabaseModule.forRoot({ entities, migrations }),
        EventsModule,
        HttpModule,
        HealthModule,
        AccessModule,
        OrdersModule,
        PromotionsModule,
        SettingsModule,
        CustomersModule,
        CatalogModule,
      ],
    };
  }
}
