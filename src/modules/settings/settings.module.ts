import { Module } from '@nestjs/common';
import { StoreObjects } from '../../platform/events/store-objects';
import { SettingsRevision } from './data/settings-revision.entity';
import { CurrenciesService } from './currencies.service';
import { CurrencyRecord, currencyRecord } from './currency.resource';
import { Currency } from './data/currency.entity';
import { Gateway } from './data/gateway.entity';
import { ShippingMethod } from './data/shipping-method.entity';
import { TaxBand } from './data/tax-band.entity';
import { GatewaySecretsService } from './gateway-secrets.service';
import { GatewayRecord, gatewayRecord } from './gateway.record';
import { GatewaysService } from './gateways.service';
import { CurrenciesController } from './http/currencies.controller';
import { GatewaysController } from './http/gateways.controller';
import { ShippingMethodsController } from './http/shipping-methods.controller';
import { TaxBandsController } from './http/tax-bands.controller';
import { PriceHolders } from './price-holders';
import { SettingNamesService } from './setting-names.service';
import { SettingsSeed } from './settings-seed.service';
import { SettingsCache } from './settings.cache';
import { ShippingMethodsService } from './shipping-methods.service';
import { TaxRecord, taxRecord } from './tax-band.resource';
import { TaxBandsService } from './tax-bands.service';
import { ShippingRecord } from './shipping-method.resource';

/** Serves the settings of a shop: currencies, tax bands, shipping methods, gateways. */
@Module({
  controllers: [CurrenciesController, TaxBandsController, ShippingMethodsController, GatewaysController],
  providers: [
    CurrenciesService,
    TaxBandsService,
    ShippingMethodsService,
    GatewaysService,
    GatewaySecretsService,
    SettingsSeed,
    SettingsCache,
    SettingNamesService,
    PriceHolders,
  ],
  exports: [
    CurrenciesService,
    TaxBandsService,
    ShippingMethodsService,
    GatewaysService,
    GatewaySecretsService,
    SettingsSeed,
    PriceHolders,
    SettingNamesService,
  ],
})
export class SettingsModule {
  static readonly entities = [Currency, Gateway, SettingsRevision, ShippingMethod, TaxBand];

  constructor(objects: StoreObjects, methods: ShippingMethodsService) {
    objects.register(Currency, {
      object: 'currency',
      since: '1.2',
      record: CurrencyRecord,
      scope: 'settings',
      records: (_, rows) => rows.map(currencyRecord),
      listed: { title: 'title', shown: 'enabled' },
    });
    objects.register(TaxBand, {
      object: 'tax',
      noun: 'tax band',
      since: '1.2',
      record: TaxRecord,
      scope: 'settings',
      records: (_, rows) => rows.map(taxRecord),
      listed: { title: 'title', shown: true },
    });
    objects.register(ShippingMethod, {
      object: 'shipping',
      noun: 'shipping method',
      since: '1.2',
      record: ShippingRecord,
      scope: 'settings',
      records: (manager, rows) => methods.records(manager, rows),
      listed: { title: 'title', shown: 'status' },
    });
    objects.register(Gateway, {
      object: 'gateway',
      since: '1.2',
      record: GatewayRecord,
      scope: 'settings',
      records: (_, rows) => rows.map(gatewayRecord),
      listed: { title: 'name', key: 'slug', shown: 'enabled' },
      about: { created: 'A new version of the store added it.' },
    });
  }
}
