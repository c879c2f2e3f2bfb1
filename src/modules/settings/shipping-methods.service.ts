import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { ValidationFailed } from '../../kernel/errors';
import { IdGenerator } from '../../kernel/ids';
import { Collection, type NewRow } from '../../platform/database/collection';
import { type IfMatch } from '../../platform/database/entity-tag';
import { type ListQuery, type Page } from '../../platform/database/listing';
import { Uses } from '../../platform/database/relations';
import { Transactions } from '../../platform/database/transactions';
import { ShippingMethod } from './data/shipping-method.entity';
import { shippingMethodListing } from './data/shipping-method.listing';
import { ShippingMethodNotFound } from './settings.errors';
import { SettingsSnapshot } from './settings-snapshot.service';
import { shippingRecord, type ShippingRecord } from './shipping.record';
import { TaxBandsService } from './tax-bands.service';

/** The fields of a shipping method that a caller can set. */
export type ShippingMethodFields = NewRow<ShippingMethod>;

/** The store's shipping methods. */
@Injectable()
export class ShippingMethodsService {
  /** Modules whose live rows point to shipping methods add themselves here. */
  readonly uses = new Uses('shipping');
  private readonly methods: Collection<ShippingMethod, ShippingRecord>;

  constructor(
    private readonly taxBands: TaxBandsService,
    transactions: Transactions,
    ids: IdGenerator,
    clock: Clock,
    private readonly settings: SettingsSnapshot,
  ) {
    this.methods = new Collection(
      {
        entity: ShippingMethod,
        listing: shippingMethodListing,
        records: (rows, manager) => this.records(manager, rows),
        notFound: () => new ShippingMethodNotFound(),
        changed: (tx) => settings.changed(tx),
      },
      transactions,
      ids,
      clock,
    );
  }

  /** @throws ShippingMethodNotFound */
  get(id: string): Promise<ShippingRecord> {
    return this.methods.get(id);
  }

  page(list: ListQuery): Promise<Page<ShippingRecord>> {
    return this.methods.page(list);
  }

  /** @throws ValidationFailed when the slug is taken, the tax band does not exist or a range is reversed */
  create(fields: ShippingMethodFields): Promise<ShippingRecord> {
    return this.methods.create(async (tx) => {
      requireRanges(fields);
      await this.taxBands.require(tx, fields.taxBand);
      return fields;
    });
  }

  /** Judged on the merged record. @throws ShippingMethodNotFound, StaleRecord, ValidationFailed as {@link create} */
  update(id: string, fields: Partial<ShippingMethodFields>, ifMatch: IfMatch): Promise<ShippingRecord> {
    return this.methods.change(id, ifMatch, async (method, tx) => {
      const before = method.taxBand;
      requireRanges(Object.assign(method, fields));
      if (method.taxBand !== before) await this.taxBands.require(tx, method.taxBand);
    });
  }

  /** Orders keep their copy. @throws ShippingMethodNotFound, StaleRecord, RecordInUse */
  remove(id: string, ifMatch: IfMatch): Promise<void> {
    return this.methods.remove(id, ifMatch, (_, tx) => this.uses.requireNone(tx, id));
  }

  /** A shipping method by id, or else by slug, for a snapshot. Undefined when there is none. */
  async find(tx: EntityManager, idOrSlug: string): Promise<ShippingMethod | undefined> {
    const { shippingMethods } = await this.settings.within(tx);
    return shippingMethods.find(({ id }) => id === idOrSlug) ?? shippingMethods.find(({ slug }) => slug === idOrSlug);
  }

  /** Every live shipping method, oldest first. */
  async findLive(tx: EntityManager): Promise<ShippingMethod[]> {
    return (await this.settings.within(tx)).shippingMethods.filter(({ status }) => status === '1');
  }

  /** Records of shipping methods, in their order, with their tax bands. */
  async records(tx: EntityManager, methods: readonly ShippingMethod[]): Promise<ShippingRecord[]> {
    const { taxBands } = await this.settings.within(tx);
    return methods.map((method) => shippingRecord(method, taxBands.get(method.taxBand)));
  }
}

/** A greatest value of 0 is none (wire.md 7). */
function requireRanges(fields: ShippingMethodFields): void {
  if (fields.priceMax !== 0n && fields.priceMax < fields.priceMin) {
    throw ValidationFailed.of('price_max', 'must be 0 or at least price_min');
  }
  const weightMax = Number(fields.weightMax);
  if (weightMax !== 0 && weightMax < Number(fields.weightMin)) {
    throw ValidationFailed.of('weight_max', 'must be 0 or at least weight_min');
  }
}
