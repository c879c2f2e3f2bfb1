import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { ValidationFailed } from '../../kernel/errors';
import { IdGenerator } from '../../kernel/ids';
import { Collection, type NewRow } from '../../platform/database/lists/collection';
import { type IfMatch } from '../../platform/database/rows/entity-tag';
import { type ListQuery, type Page } from '../../platform/database/lists/listing';
import { rowLock } from '../../platform/database/connection/dialect';
import { Transactions } from '../../platform/database/connection/transactions';
import { currencyFaults, type CurrencyTerms } from './currency-faults';
import { currencyListing, currencyRecord, type CurrencyRecord } from './currency.resource';
import { Currency } from './data/currency.entity';
import { PriceHolders } from './price-holders';
import { CurrencyNotFound, DefaultCurrencyRequired } from './settings.errors';
import { type Settings, SettingsCache } from './settings.cache';

/** The fields of a currency that a caller can set. */
export type CurrencyFields = NewRow<Currency>;

/** A currency of the store with all that prices in it need. */
export type StoreCurrency = Currency;

/** A currency and every tax band by id, at one moment. */
export interface PriceTerms {
  readonly currency: Currency;
  readonly taxBands: Settings['taxBands'];
}

/** The store's currencies. One of them is the default at any time; making another the default takes it from the first. */
@Injectable()
export class CurrenciesService {
  private readonly currencies: Collection<Currency, CurrencyRecord>;

  constructor(
    private readonly transactions: Transactions,
    ids: IdGenerator,
    clock: Clock,
    private readonly settings: SettingsCache,
    private readonly prices: PriceHolders,
  ) {
    this.currencies = new Collection(
      {
        entity: Currency,
        listing: currencyListing,
        records: async (_, rows) => rows.map(currencyRecord),
        notFound: () => new CurrencyNotFound(),
        changed: (tx) => settings.changed(tx),
      },
      ids,
      clock,
    );
  }

  /** @throws CurrencyNotFound */
  get(id: string): Promise<CurrencyRecord> {
    return this.currencies.get(this.transactions.manager, id);
  }

  page(list: ListQuery): Promise<Page<CurrencyRecord>> {
    return this.currencies.page(this.transactions.manager, list);
  }

  /** @throws ValidationFailed when the code is taken or fields contradict each other, DefaultCurrencyRequired */
  create(fields: CurrencyFields): Promise<CurrencyRecord> {
    return this.transactions.run((tx) => this.add(tx, fields));
  }

  /** {@link create} within a transaction. */
  async add(tx: EntityManager, values: CurrencyFields): Promise<CurrencyRecord> {
    requireOn(values);
    await this.requireSound(tx, values);
    if (values.defaultMark === 1) await this.yieldDefault(tx);
    return this.currencies.create(tx, values);
  }

  /** @throws CurrencyNotFound, StaleRecord, DefaultCurrencyRequired, ValidationFailed */
  update(id: string, { defaultMark, ...fields }: Partial<CurrencyFields>, ifMatch: IfMatch): Promise<CurrencyRecord> {
    return this.transactions.run((tx) =>
      this.currencies.change(tx, id, ifMatch, async (currency) => {
        const before = { ...currency };
        Object.assign(currency, fields);
        if (defaultMark === null && currency.defaultMark === 1) {
          throw new DefaultCurrencyRequired('can only be moved to another currency');
        }
        if (defaultMark === 1 && currency.defaultMark === null) {
          await this.yieldDefault(tx);
          currency.defaultMark = 1;
          // Also one that ceased to be the default before, which turned it off.
          currency.enabled = fields.enabled ?? true;
        }
        requireOn(currency);
        await this.requireSound(tx, currency, before);
      }),
    );
  }

  /** @throws CurrencyNotFound, StaleRecord, DefaultCurrencyRequired */
  remove(id: string, ifMatch: IfMatch): Promise<void> {
    return this.transactions.run((tx) =>
      this.currencies.remove(tx, id, ifMatch, (currency) => {
        if (currency.defaultMark === 1) throw new DefaultCurrencyRequired('currency cannot be removed');
      }),
    );
  }

  /** A currency by id, for a snapshot. Undefined when there is none. */
  async find(tx: EntityManager, id: string): Promise<Currency | undefined> {
    return (await this.settings.within(tx)).currencies.find((currency) => currency.id === id);
  }

  /** Returns the enabled currency with this code; code null: the store's default. Undefined: there is none. */
  async findForCarts(tx: EntityManager, code: string | null): Promise<Currency | undefined> {
    return currencyFor(await this.settings.within(tx), code);
  }

  /**
   * Returns the currency and the tax bands that a response shows prices by. @param code of X-Currency; null: the
   * default @throws ValidationFailed
   */
  async priceTerms(tx: EntityManager, code: string | null): Promise<PriceTerms> {
    const settings = await this.settings.within(tx);
    const currency = currencyFor(settings, code);
    if (currency === undefined) throw ValidationFailed.of('X-Currency', 'must be the code of an enabled currency');
    return { currency, taxBands: settings.taxBands };
  }

  /** {@link priceTerms} of the default currency, now and outside of a transaction. */
  defaultTerms(): Promise<PriceTerms> {
    return this.priceTerms(this.transactions.manager, null);
  }

  /** @throws ValidationFailed (orders-and-payments.md 27) */
  private async requireSound(tx: EntityManager, now: CurrencyTerms, before?: CurrencyTerms): Promise<void> {
    const isPriced = now.modifier !== before?.modifier || now.exchangeRate !== before.exchangeRate;
    const faults = currencyFaults(now, before, isPriced ? await this.prices.lowest(tx) : null);
    if (Object.keys(faults).length > 0) throw new ValidationFailed(faults);
  }

  /** Prices are amounts of the default currency: another one would change what they all mean. @throws DefaultCurrencyRequired */
  private async yieldDefault(tx: EntityManager): Promise<void> {
    const present = await tx.findOne(Currency, { where: { defaultMark: 1 }, lock: rowLock(tx) });
    if (present === null) return;
    const priced = await this.prices.present(tx);
    if (priced.length > 0) {
      throw new DefaultCurrencyRequired(
        `can move to another currency only while there are none of these: ${priced.join(', ')}`,
      );
    }
    present.defaultMark = null;
    // Its rate of 1 was against itself; what it is against the new default is for a person to say.
    present.enabled = false;
    await tx.save(present);
  }
}

/** @throws DefaultCurrencyRequired */
function requireOn({ defaultMark, enabled }: Pick<Currency, 'defaultMark' | 'enabled'>): void {
  if (defaultMark === 1 && !enabled) throw new DefaultCurrencyRequired('currency must be enabled');
}

function currencyFor({ currencies }: Settings, code: string | null): Currency | undefined {
  if (code === null) return currencies.find(({ defaultMark }) => defaultMark === 1);
  const wanted = code.toUpperCase();
  return currencies.find((currency) => currency.code === wanted && currency.enabled);
}
