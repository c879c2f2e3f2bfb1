import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { IdGenerator } from '../../kernel/ids';
import { afterCommit } from '../../platform/database/after-commit';
import { requireById } from '../../platform/database/row-reader';
import { Currency } from './data/currency.entity';
import { Gateway } from './data/gateway.entity';
import { SETTINGS_ROW, SettingsRevision } from './data/settings-revision.entity';
import { ShippingMethod } from './data/shipping-method.entity';
import { TaxBand } from './data/tax-band.entity';

/** The settings of the store at one moment, each kind oldest first. Shared by all who read them: no row can be changed. */
export interface Settings {
  readonly currencies: readonly Currency[];
  readonly taxBands: ReadonlyMap<string, TaxBand>;
  readonly shippingMethods: readonly ShippingMethod[];
  readonly gateways: readonly Gateway[];
}

/**
 * The rows that nearly every price hangs on, held in memory: few, seldom changed, and asked for many times a request.
 * Whoever changes one, in whichever process, changes the revision in the same transaction; reading that one row is all it
 * takes to know that nothing has changed, so what is read here is never older than what the database would answer.
 */
@Injectable()
export class SettingsSnapshot {
  private held: { readonly revision: string; readonly settings: Settings } | undefined;
  /** What open transactions have seen, so that one of them looks once. */
  private readonly seen = new WeakMap<EntityManager, Settings>();

  constructor(private readonly ids: IdGenerator) {}

  /** The settings as they are within a transaction, or right now. */
  async within(manager: EntityManager): Promise<Settings> {
    const seen = this.seen.get(manager);
    if (seen !== undefined) return seen;
    const { revision } = await requireById(manager, SettingsRevision, SETTINGS_ROW);
    // The rows are read after the revision: never older than it says, and read again if they are newer.
    const settings = this.held?.revision === revision ? this.held.settings : await read(manager);
    const isRead = this.held?.settings !== settings;
    const hold = (): void => void (this.held = { revision, settings });
    if (manager.queryRunner?.isTransactionActive === true) {
      this.seen.set(manager, settings);
      // A transaction sees its own changes, at first under the revision of before: nobody else may until they stand.
      if (isRead) afterCommit(manager, hold);
    } else if (isRead) hold();
    return settings;
  }

  /** To be called in the transaction of every change of a setting. */
  async changed(tx: EntityManager): Promise<void> {
    this.seen.delete(tx);
    await tx.update(SettingsRevision, { id: SETTINGS_ROW }, { revision: this.ids.nextUuid() });
  }
}

async function read(manager: EntityManager): Promise<Settings> {
  const order = { createdAt: 'ASC', id: 'ASC' } as const;
  const taxBands = await manager.find(TaxBand, { order });
  return {
    currencies: frozen(await manager.find(Currency, { order })),
    taxBands: new Map(frozen(taxBands).map((band) => [band.id, band])),
    shippingMethods: frozen(await manager.find(ShippingMethod, { order })),
    gateways: frozen(await manager.find(Gateway, { order })),
  };
}

function frozen<T extends object>(rows: T[]): readonly T[] {
  return rows.map((row) => Object.freeze(row));
}
