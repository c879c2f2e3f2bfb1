import { Injectable } from '@nestjs/common';
import { type EntityManager, Not } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { IdGenerator } from '../../kernel/ids';
import { Collection, type NewRow } from '../../platform/database/lists/collection';
import { type IfMatch } from '../../platform/database/rows/entity-tag';
import { type ListQuery, type Page } from '../../platform/database/lists/listing';
import { lockRelated, ReferenceChecks } from '../../platform/database/rows/reference-checks';
import { readBy } from '../../platform/database/rows/row-reader';
import { rowLock } from '../../platform/database/connection/dialect';
import { Transactions } from '../../platform/database/connection/transactions';
import { ShippingMethod } from './data/shipping-method.entity';
import { TaxBand } from './data/tax-band.entity';
import { DefaultTaxBandRequired, TaxBandNotFound } from './settings.errors';
import { SettingsCache } from './settings.cache';
import { NO_TAX_BAND } from './tax-band-field';
import { taxBandListing, taxRecord, type TaxRecord } from './tax-band.resource';

/** The fields of a tax band that a caller can set. */
export type TaxBandFields = NewRow<TaxBand>;

/**
 * The store's tax bands. While there are any, one of them is the default. A band that something points to cannot be removed. The rate of a
 * band can change at any time.
 */
@Injectable()
export class TaxBandsService {
  /** Modules whose rows point to tax bands add themselves here. */
  readonly uses = new ReferenceChecks('tax_band');
  private readonly bands: Collection<TaxBand, TaxRecord>;

  constructor(
    private readonly transactions: Transactions,
    ids: IdGenerator,
    clock: Clock,
    private readonly settings: SettingsCache,
  ) {
    this.bands = new Collection(
      {
        entity: TaxBand,
        listing: taxBandListing,
        records: async (_, rows) => rows.map(taxRecord),
        notFound: () => new TaxBandNotFound(),
        changed: (tx) => settings.changed(tx),
      },
      ids,
      clock,
    );
    this.uses.add('a shipping method', (tx, id) => tx.existsBy(ShippingMethod, { taxBand: id }));
  }

  /** @throws TaxBandNotFound */
  get(id: string): Promise<TaxRecord> {
    return this.bands.get(this.transactions.manager, id);
  }

  page(list: ListQuery): Promise<Page<TaxRecord>> {
    return this.bands.page(this.transactions.manager, list);
  }

  create(fields: TaxBandFields): Promise<TaxRecord> {
    return this.transactions.run((tx) => this.add(tx, fields));
  }

  /** {@link create} within a transaction. */
  async add(tx: EntityManager, fields: TaxBandFields): Promise<TaxRecord> {
    const present = await this.lockDefault(tx);
    if (fields.defaultMark === 1) await this.yieldDefault(tx, present);
    return this.bands.create(tx, { ...fields, defaultMark: present === null ? 1 : fields.defaultMark });
  }

  /** @throws TaxBandNotFound, StaleRecord, DefaultTaxBandRequired */
  update(id: string, { defaultMark, ...fields }: Partial<TaxBandFields>, ifMatch: IfMatch): Promise<TaxRecord> {
    return this.transactions.run((tx) =>
      this.bands.change(tx, id, ifMatch, async (band) => {
        Object.assign(band, fields);
        if (defaultMark === null && band.defaultMark === 1) {
          throw new DefaultTaxBandRequired('can only be moved to another tax band');
        }
        if (defaultMark !== 1 || band.defaultMark === 1) return;
        await this.yieldDefault(tx, await this.lockDefault(tx));
        band.defaultMark = 1;
      }),
    );
  }

  /**
   * Removes a band. The default can be removed only as the last one; rows that are made afterwards without a band are not taxed.
   * @throws TaxBandNotFound, StaleRecord, RecordInUse, DefaultTaxBandRequired
   */
  remove(id: string, ifMatch: IfMatch): Promise<void> {
    return this.transactions.run((tx) =>
      this.bands.remove(tx, id, ifMatch, async (band) => {
        await this.uses.requireNone(tx, id);
        if (band.defaultMark === 1 && (await tx.existsBy(TaxBand, { id: Not(id) }))) {
          throw new DefaultTaxBandRequired('tax band cannot be removed: make another one the default first');
        }
      }),
    );
  }

  /** A tax band by id, for a snapshot. Undefined when there is none. */
  async find(tx: EntityManager, id: string): Promise<TaxBand | undefined> {
    return (await this.settings.within(tx)).taxBands.get(id);
  }

  /** The default tax band. Undefined when there is none. */
  async findDefault(manager: EntityManager): Promise<TaxBand | undefined> {
    const { taxBands } = await this.settings.within(manager);
    return [...taxBands.values()].find(({ defaultMark }) => defaultMark === 1);
  }

  /** The tax bands that a page of records points to, by id. */
  async findAll(manager: EntityManager, ids: readonly (string | null)[]): Promise<ReadonlyMap<string, TaxBand>> {
    const { taxBands } = await this.settings.within(manager);
    const found = new Map<string, TaxBand>();
    for (const id of ids) {
      const band = taxBands.get(id ?? '');
      if (band !== undefined) found.set(band.id, band);
    }
    return found;
  }

  /**
   * Returns the tax band that a row is about to point to, kept from being removed until then.
   * @param sent null: the default band @returns its id, or {@link NO_TAX_BAND} @throws ValidationFailed
   */
  async require(tx: EntityManager, sent: string | null, field = 'tax_band'): Promise<string> {
    if (sent === NO_TAX_BAND) return NO_TAX_BAND;
    if (sent === null) return this.keepDefault(tx);
    return (await lockRelated(tx, TaxBand, sent, field)).id;
  }

  /** The lock is shared: nearly every row that is made gets this band, and one must not wait for another. */
  private async keepDefault(tx: EntityManager): Promise<string> {
    const [band] = await readBy(tx, TaxBand, 'defaultMark', [1], { lock: 'shared' });
    return band?.id ?? NO_TAX_BAND;
  }

  private lockDefault(tx: EntityManager): Promise<TaxBand | null> {
    return tx.findOne(TaxBand, { where: { defaultMark: 1 }, lock: rowLock(tx) });
  }

  /** The mark is taken off before another band gets it: the key allows one. */
  private async yieldDefault(tx: EntityManager, present: TaxBand | null): Promise<void> {
    if (present === null) return;
    present.defaultMark = null;
    await tx.save(present);
  }
}
