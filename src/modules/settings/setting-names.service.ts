import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type MoneyFormat } from '../../kernel/money';
import { type Settings, SettingsCache } from './settings.cache';

/** Maximum age of the names in milliseconds. No amount depends on them, so they may be this old. */
const MAX_AGE_MS = 1000;

/** Display names of the settings. */
export interface SettingNames {
  /** The default currency, with its format. */
  readonly currency: MoneyFormat | null;
  /** Titles by id and by slug. */
  readonly shippingMethods: ReadonlyMap<string, string>;
  /** Names by id and by slug. */
  readonly gateways: ReadonlyMap<string, string>;
  /** Titles by id. */
  readonly taxBands: ReadonlyMap<string, string>;
}

/** Names by which rules compare settings: ids and slugs, the one that people know last. */
export type SettingsInStore = Readonly<
  Record<'currencies' | 'methods' | 'gateways' | 'taxBands', readonly (readonly string[])[]>
>;

/** Returns display names of settings from the copy in memory. */
@Injectable()
export class SettingNamesService {
  constructor(private readonly settings: SettingsCache) {}

  async names(manager: EntityManager): Promise<SettingNames> {
    const { currencies, shippingMethods, gateways, taxBands } = await this.settings.recent(manager, MAX_AGE_MS);
    return {
      currency: currencies.find(({ defaultMark }) => defaultMark === 1) ?? null,
      shippingMethods: named(shippingMethods.map(({ id, slug, title }) => ({ names: [id, slug], title }))),
      gateways: named(gateways.map(({ id, slug, name }) => ({ names: [id, slug], title: name }))),
      taxBands: named([...taxBands.values()].map(({ id, title }) => ({ names: [id], title }))),
    };
  }

  /** The settings as they are within a transaction. */
  async inStore(tx: EntityManager): Promise<SettingsInStore> {
    return namesIn(await this.settings.within(tx));
  }
}

function namesIn({ currencies, shippingMethods, gateways, taxBands }: Settings): SettingsInStore {
  return {
    currencies: currencies.map(({ code }) => [code]),
    methods: shippingMethods.map(({ id, slug }) => [id, slug]),
    gateways: gateways.map(({ id, slug }) => [id, slug]),
    taxBands: [...taxBands.keys()].map((id) => [id]),
  };
}

function named(
  rows: readonly { readonly names: readonly string[]; readonly title: string }[],
): ReadonlyMap<string, string> {
  return new Map(rows.flatMap(({ names, title }) => names.map((name): [string, string] => [name, title])));
}
