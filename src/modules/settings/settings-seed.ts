import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions';
import { CurrenciesService } from './currencies.service';
import { Currency } from './data/currency.entity';

/** The records of a new store (wire.md 7). */
@Injectable()
export class SettingsSeed {
  constructor(
    private readonly transactions: Transactions,
    private readonly currencies: CurrenciesService,
  ) {}

  /** Adds what a new store holds; does nothing to a store that has a default currency. */
  async run(): Promise<void> {
    await this.transactions.run(async (tx) => {
      if (await tx.existsBy(Currency, { defaultMark: 1 })) return;
      await this.currencies.create({
        code: 'GBP',
        title: 'British Pound',
        enabled: true,
        modifier: '+0',
        exchangeRate: '1',
        format: '£{price}',
        decimalPoint: '.',
        thousandPoint: ',',
        rounding: null,
        default: true,
      });
    });
  }
}
