import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { IdGenerator } from '../../kernel/ids';
import { Collection, type NewRow } from '../../platform/database/rows/collection';
import { type IfMatch } from '../../platform/database/rows/entity-tag';
import { type ListQuery, type Page } from '../../platform/database/lists/listing';
import { lockRelated, ReferenceChecks } from '../../platform/database/rows/reference-checks';
import { Transactions } from '../../platform/database/connection/transactions';
import { ShippingMethod } from './data/shipping-method.entity';
import { TaxBand } from './data/tax-band.entity';
import { taxBandListing } from './data/tax-band.listing';
import { TaxBandNotFound } from './settings.errors';
import { SettingsCache } from './settings.cache';
import { taxRecord, type TaxRecord } from './tax.record';

/** The fields of a tax band that a caller can set. */
export type TaxBandFields = NewRow<TaxBand>;

/** The store's tax bands. One that something points to cannot be removed; its rate can change at any time. */
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
  add(tx: EntityManager, fields: TaxBandFields): Promise<TaxRecord> {
    return this.bands.create(tx, fields);
  }

  /** @throws TaxBandNotFound, StaleRecord */
  update(id: string, fields: Partial<TaxBandFields>, ifMatch: IfMatch): Promise<TaxRecord> {
    return this.transactions.run((tx) =>
      this.bands.change(tx, id, ifMatch, (band) => void Object.assign(band, fields)),
    );
  }

  /** @throws TaxBandNotFound, StaleRecord, RecordInUse */
  remove(id: string, ifMatch: IfMatch): Promise<void> {
    return this.transactions.run((tx) => this.bands.remove(tx, id, ifMatch, () => this.uses.requireNone(tx, id)));
  }

  /** A tax band by id, for a snapshot. Undefined when there is none. */
  async find(tx: EntityManager, id: string): Promise<TaxBand | undefined> {
    return (await this.settings.within(tx)).taxBands.get(id);
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

  /** The tax band that a row is about to point to, kept from being removed until then. @throws ValidationFailed */
  require(tx: EntityManager, id: string, field = 'tax_band'): Promise<TaxBand> {
    return lockRelated(tx, TaxBand, id, field);
  }
}
