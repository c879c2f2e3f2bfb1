import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { IdGenerator } from '../../kernel/ids';
import { Collection, type NewRow } from '../../platform/database/collection';
import { type IfMatch } from '../../platform/database/entity-tag';
import { type ListQuery, type Page } from '../../platform/database/listing';
import { rowLock } from '../../platform/database/dialect';
import { Transactions } from '../../platform/database/transactions';
import { currencyRecord, type CurrencyRecord } from './currency.record';
import { Currency } from './data/currency.entity';
import { currencyListing } from './data/currency.listing';
import { CurrencyNotFound, DefaultCurrencyRequired } from './settings.errors';
import { SettingsSnapshot } from './settings-snapshot.service';

/** The fields of a currency that a caller can set. */
export type CurrencyFields = Omit<NewRow<Currency>, 'defaultMark'> & { readonly default: boolean };

/** The store's currencies. One of them is the default at any time; making another the default takes it from the first. */
@Injectable()
export class CurrenciesService {
  private readonly currencies: Collection<Currency, CurrencyRecord>;

  constructor(
    transactions: Transactions,
    ids: IdGenerator,
    clock: Clock,
    private readonly settings: SettingsSnapshot,
  ) {
    this.currencies = new Collection(
      {
        entity: Currency,
        listing: currencyListing,
        records: async (rows) => rows.map(currencyRecord),
        notFound: () => new CurrencyNotFound(),
        changed: (tx) => settings.changed(tx),
      },
      transactions,
      ids,
      clock,
    );
  }

  /** @throws CurrencyNotFound */
  get(id: string): Promise<CurrencyRecord> {
    return this.currencies.get(id);
  }

  page(list: ListQuery): Promise<Page<CurrencyRecord>> {
    return this.currencies.page(list);
  }

  /** @throws ValidationFailed when the code is taken */
  create({ default: isDefault, ...fields }: CurrencyFields): Promise<CurrencyRecord> {
    return this.currencies.create(async (tx) => {
      if (isDefault) await this.yieldDefault(tx);
      return { ...fields, defaultMark: isDefault ? 1 : null };
    });
  }

  /** @throws CurrencyNotFound, StaleRecord, DefaultCurrencyRequired, ValidationFailed */
  update(
    id: string,
    { default: isDefault, ...fields }: Partial<CurrencyFields>,
    ifMatch: IfMatch,
  ): Promise<CurrencyRecord> {
    return this.currencies.change(id, ifMatch, async (currency, tx) => {
      Object.assign(currency, fields);
      if (isDefault === false && currency.defaultMark === 1) {
        throw new DefaultCurrencyRequired('can only be moved to another currency');
      }
      if (isDefault === true && currency.defaultMark === null) {
        await this.yieldDefault(tx);
        currency.defaultMark = 1;
      }
      if (currency.defaultMark === 1 && !currency.enabled)
        throw new DefaultCurrencyRequired('currency must be enabled');
    });
  }

  /** @throws CurrencyNotFound, StaleRecord, DefaultCurrencyRequired */
  remove(id: string, ifMatch: IfMatch): Promise<void> {
    return this.currencies.remove(id, ifMatch, (currency) => {
      if (currency.defaultMark === 1) throw new DefaultCurrencyRequired('currency cannot be removed');
    });
  }

  /** A currency by id, for a snapshot. Undefined when there is none. */
  async find(tx: EntityManager, id: string): Promise<Currency | undefined> {
    return (await this.settings.within(tx)).currencies.find((currency) => currency.id === id);
  }

  /** What carts can be priced in: the enabled currency of a code; null: that of the store. Undefined: there is none. */
  async findForCarts(tx: EntityManager, code: string | null): Promise<Currency | undefined> {
    const { currencies } = await this.settings.within(tx);
    if (code === null) return currencies.find(({ defaultMark }) => defaultMark === 1);
    const wanted = code.toUpperCase();
    return currencies.find((currency) => currency.code === wanted && currency.enabled);
  }

  private async yieldDefault(tx: EntityManager): Promise<void> {
    const present = await tx.findOne(Currency, { where: { defaultMark: 1 }, lock: rowLock(tx) });
    if (present === null) return;
    present.defaultMark = null;
    await tx.save(present);
  }
}
