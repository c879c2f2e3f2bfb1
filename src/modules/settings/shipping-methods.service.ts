import { Injectable } from '@nestjs/common';
import { type EntityManager, MoreThan } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { ValidationFailed } from '../../kernel/errors';
import { IdGenerator } from '../../kernel/ids';
import { Collection, type NewRow } from '../../platform/database/lists/collection';
import { type IfMatch } from '../../platform/database/rows/entity-tag';
import { type ListQuery, type Page } from '../../platform/database/lists/listing';
import { lockRelated, ReferenceChecks } from '../../platform/database/rows/reference-checks';
import { Transactions } from '../../platform/database/connection/transactions';
import { ShippingMethod } from './data/shipping-method.entity';
import { PriceHolders } from './price-holders';
import { ShippingMethodNotFound } from './settings.errors';
import { SettingsCache } from './settings.cache';
import { shippingMethodListing, shippingRecord, type ShippingRecord } from './shipping-method.resource';
import { TaxBandsService } from './tax-bands.service';

/** The fields of a shipping method that a caller can set. */
export type ShippingMethodFields = Omit<NewRow<ShippingMethod>, 'taxBand'> & {
  /** Null: the default band. */
  readonly taxBand: string | null;
};

const ABOVE_ZERO = MoreThan(0n);

/** The store's shipping methods. */
@Injectable()
export class ShippingMethodsService {
  /** Modules whose live rows point to shipping methods add themselves here. */
  readonly uses = new ReferenceChecks('shipping');
  private readonly methods: Collection<ShippingMethod, ShippingRecord>;

  constructor(
    private readonly taxBands: TaxBandsService,
    private readonly transactions: Transactions,
    ids: IdGenerator,
    clock: Clock,
    private readonly settings: SettingsCache,
    prices: PriceHolders,
  ) {
    prices.register({
      noun: 'shipping methods with a price',
      exists: (tx) =>
        tx.existsBy(ShippingMethod, [{ price: ABOVE_ZERO }, { priceMin: ABOVE_ZERO }, { priceMax: ABOVE_ZERO }]),
      lowest: async (tx) => {
        const where = { price: ABOVE_ZERO };
        return (await tx.findOne(ShippingMethod, { where, order: { price: 'ASC' } }))?.price ?? null;
      },
    });
    this.methods = new Collection(
      {
        entity: ShippingMethod,
        listing: shippingMethodListing,
        records: (manager, rows) => this.records(manager, rows),
        notFound: () => new ShippingMethodNotFound(),
        changed: (tx) => settings.changed(tx),
      },
      ids,
      clock,
    );
  }

  /** @throws ShippingMethodNotFound */
  get(id: string): Promise<ShippingRecord> {
    return this.methods.get(this.transactions.manager, id);
  }

  page(list: ListQuery): Promise<Page<ShippingRecord>> {
    return this.methods.page(this.transactions.manager, list);
  }

  /** @throws ValidationFailed when the slug is taken, the tax band does not exist or a range is reversed */
  create(fields: ShippingMethodFields): Promise<ShippingRecord> {
    return this.transactions.run(async (tx) => {
      requireRanges(fields);
      const taxBand = await this.taxBands.require(tx, fields.taxBand);
      return this.methods.create(tx, { ...fields, taxBand });
    });
  }

  /** Judged on the merged record. @throws ShippingMethodNotFound, StaleRecord, ValidationFailed as {@link create} */
  update(id: string, { taxBand, ...fields }: Partial<ShippingMethodFields>, ifMatch: IfMatch): Promise<ShippingRecord> {
    return this.transactions.run((tx) =>
      this.methods.change(tx, id, ifMatch, async (method) => {
        requireRanges(Object.assign(method, fields));
        if (taxBand !== undefined && taxBand !== method.taxBand)
          method.taxBand = await this.taxBands.require(tx, taxBand);
      }),
    );
  }

  /** Orders keep their copy. @throws ShippingMethodNotFound, StaleRecord, RecordInUse */
  remove(id: string, ifMatch: IfMatch): Promise<void> {
    return this.transactions.run((tx) => this.methods.remove(tx, id, ifMatch, () => this.uses.requireNone(tx, id)));
  }

  /** A shipping method by id, or else by slug, for a snapshot. Undefined when there is none. */
  async find(tx: EntityManager, idOrSlug: string): Promise<ShippingMethod | undefined> {
    const { shippingMethods } = await this.settings.within(tx);
    return shippingMethods.find(({ id }) => id === idOrSlug) ?? shippingMethods.find(({ slug }) => slug === idOrSlug);
  }

  /**
   * The shipping methods that a row is about to point to, kept from being removed until then. Only ids of methods that
   * exist are locked, so that there are never more of them than methods.
   * @throws ValidationFailed naming the first that does not exist
   */
  async requireAll(tx: EntityManager, ids: readonly string[], field: string): Promise<void> {
    const known = new Set((await this.settings.within(tx)).shippingMethods.map(({ id }) => id));
    const missing = ids.find((id) => !known.has(id));
    if (missing !== undefined)
      throw ValidationFailed.of(field, `must name shipping methods: ${missing} does not exist`);
    for (const id of [...new Set(ids)].sort()) await lockRelated(tx, ShippingMethod, id, field);
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
function requireRanges(fields: Pick<ShippingMethod, 'priceMin' | 'priceMax' | 'weightMin' | 'weightMax'>): void {
  if (fields.priceMax !== 0n && fields.priceMax < fields.priceMin) {
    throw ValidationFailed.of('price_max', 'must be 0 or at least price_min');
  }
  const weightMax = Number(fields.weightMax);
  if (weightMax !== 0 && weightMax < Number(fields.weightMin)) {
    throw ValidationFailed.of('weight_max', 'must be 0 or at least weight_min');
  }
}
