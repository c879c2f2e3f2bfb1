import { Module } from '@nestjs/common';
import { StoreObjects } from '../../platform/events/store-objects';
import { CurrenciesService } from './currencies.service';
import { currencyRecord } from './currency.record';
import { Currency } from './data/currency.entity';
import { Gateway } from './data/gateway.entity';
import { ShippingMethod } from './data/shipping-method.entity';
import { TaxBand } from './data/tax-band.entity';
import { gatewayRecord } from './gateway.record';
import { GatewaysService } from './gateways.service';
import { CurrenciesController } from './http/currencies.controller';
import { GatewaysController } from './http/gateways.controller';
import { ShippingMethodsController } from './http/shipping-methods.controller';
import { TaxBandsController } from './http/tax-bands.controller';
import { SettingsSeed } from './settings-seed';
import { SettingsSnapshot } from './settings-snapshot.service';
import { ShippingMethodsService } from './shipping-methods.service';
import { taxRecord } from './tax.record';
import { TaxBandsService } from './tax-bands.service';

/** What a shop is set up with: currencies, tax bands, shipping methods, gateways. */
@Module({
  controllers: [CurrenciesController, TaxBandsController, ShippingMethodsController, GatewaysController],
  providers: [
    CurrenciesService,
    TaxBandsService,
    ShippingMethodsService,
    GatewaysService,
    SettingsSeed,
    SettingsSnapshot,
  ],
  exports: [CurrenciesService, TaxBandsService, ShippingMethodsService, GatewaysService, SettingsSeed],
})
export class SettingsModule {
  constructor(objects: StoreObjects, methods: ShippingMethodsService) {
    objects.register(Currency, 'currency', (rows) => rows.map(currencyRecord));
    objects.register(TaxBand, 'tax', (rows) => rows.map(taxRecord));
    objects.register(ShippingMethod, 'shipping', (rows, manager) => methods.records(manager, rows));
    objects.register(Gateway, 'gateway', (rows) => rows.map(gatewayRecord));
  }
}
