import { Module } from '@nestjs/common';
import { StoreObjects } from '../../platform/events/store-objects';
import { CurrenciesService } from './currencies.service';
import { currencyRecord } from './currency.record';
import { Currency } from './data/currency.entity';
import { CurrenciesController } from './http/currencies.controller';
import { SettingsSeed } from './settings-seed';

/** What a shop is set up with: currencies, tax bands, shipping methods, gateways. */
@Module({
  controllers: [CurrenciesController],
  providers: [CurrenciesService, SettingsSeed],
  exports: [CurrenciesService, SettingsSeed],
})
export class SettingsModule {
  constructor(objects: StoreObjects) {
    objects.register(Currency, 'currency', (rows) => rows.map(currencyRecord));
  }
}
