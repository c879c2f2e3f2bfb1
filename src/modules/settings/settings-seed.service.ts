import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Transactions } from '../../platform/database/connection/transactions';
import { CurrenciesService } from './currencies.service';
import { Currency } from './data/currency.entity';
import { GatewaysService } from './gateways.service';
import { TaxBandsService } from './tax-bands.service';

/** The records of a new store (wire.md 7). */
@Injectable()
export class SettingsSeed {
  constructor(
    private readonly transactions: Transactions,
    private readonly currencies: CurrenciesService,
    private readonly taxBands: TaxBandsService,
    private readonly gateways: GatewaysService,
  ) {}

  /**
   * Adds the records of a new store. A store with a default currency is not new: it gets only the gateways of this version,
   * and no record that its operators may have changed or removed.
   */
  async run(): Promise<void> {
    await this.transactions.run(async (tx) => {
      await this.gateways.install(tx);
      if (await tx.existsBy(Currency, { defaultMark: 1 })) return;
      await this.addDefaultCurrency(tx);
      // The standard rate of the default currency's country.
      await this.taxBands.add(tx, { title: 'Default', description: null, rate: '20', defaultMark: 1 });
    });
  }

  private async addDefaultCurrency(tx: EntityManager): Promise<void> {
    await this.currencies.add(tx, {
      code: 'GBP',
      title: 'British Pound',
      enabled: true,
      modifier: '+0',
      exchangeRate: '1',
      format: '£{price}',
      decimalPoint: '.',
      thousandPoint: ',',
      rounding: null,
      roundingMode: 'half_up',
      totalStep: null,
      defaultMark: 1,
    });
  }
}
