import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { IdGenerator } from '../../kernel/ids';
import { RevisionedCopy } from '../../platform/database/rows/revisioned-copy';
import { Currency } from './data/currency.entity';
import { Gateway } from './data/gateway.entity';
import { SettingsRevision } from './data/settings-revision.entity';
import { ShippingMethod } from './data/shipping-method.entity';
import { TaxBand } from './data/tax-band.entity';

/** The settings of the store at one moment, each kind oldest first. Shared by all who read them: no row can be changed. */
export interface Settings {
  readonly currencies: readonly Currency[];
  readonly taxBands: ReadonlyMap<string, TaxBand>;
  readonly shippingMethods: readonly ShippingMethod[];
  readonly gateways: readonly Gateway[];
}

/** The settings in memory: nearly every price needs them, many times a request. */
@Injectable()
export class SettingsCache extends RevisionedCopy<Settings> {
  constructor(ids: IdGenerator, clock: Clock) {
    super({ revision: SettingsRevision, read }, ids, clock);
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
