import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { ValidationFailed } from '../../kernel/errors';
import { IdGenerator } from '../../kernel/ids';
import { Collection, type NewRow } from '../../platform/database/rows/collection';
import { type IfMatch } from '../../platform/database/rows/entity-tag';
import { type ListQuery, type Page } from '../../platform/database/lists/listing';
import { Transactions } from '../../platform/database/connection/transactions';
import { type Currency } from './data/currency.entity';
import { Gateway } from './data/gateway.entity';
import { gatewayListing } from './data/gateway.listing';
import { enabledGatewayRecord, type EnabledGatewayRecord } from './enabled-gateway.record';
import { type GatewayDescription, type GatewaySettings, missingSettings } from './gateway-description';
import { GatewaySecretsService } from './gateway-secrets.service';
import { gatewayRecord, type GatewayRecord } from './gateway.record';
import { gatewaySettingRecords, type GatewaySettingRecord } from './gateway-setting.record';
import { GatewayNotFound } from './settings.errors';
import { SettingsCache } from './settings.cache';
import { stepFault } from './total-step';

/** Changes of a gateway. A name of null stands for its default name. */
export type GatewayChanges = Partial<
  Omit<NewRow<Gateway>, 'slug' | 'name' | 'settings'> & {
    readonly name: string | null;
    readonly settings: GatewaySettings | null;
    /** Changed settings; the others stay, and an empty value removes its setting. */
    readonly settingChanges: GatewaySettings;
  }
>;

/** The store's gateways, by slug. */
@Injectable()
export class GatewaysService {
  private readonly built = new Map<string, GatewayDescription>();
  private readonly gateways: Collection<Gateway, GatewayRecord>;

  constructor(
    private readonly transactions: Transactions,
    ids: IdGenerator,
    clock: Clock,
    private readonly settings: SettingsCache,
    private readonly secrets: GatewaySecretsService,
  ) {
    this.gateways = new Collection(
      {
        entity: Gateway,
        listing: gatewayListing,
        records: async (_, rows) => rows.map(gatewayRecord),
        notFound: () => new GatewayNotFound(),
        changed: (tx) => settings.changed(tx),
      },
      ids,
      clock,
    );
  }

  /** Adds the gateways that the program has. Called once, by the module that has their code. */
  register(gateways: readonly GatewayDescription[]): void {
    for (const gateway of gateways) this.built.set(gateway.slug, gateway);
  }

  /** @throws GatewayNotFound */
  async get(slug: string): Promise<GatewayRecord> {
    return gatewayRecord(await this.requireBySlug(this.transactions.manager, slug));
  }

  page(list: ListQuery): Promise<Page<GatewayRecord>> {
    return this.gateways.page(this.transactions.manager, list);
  }

  /** The gateways that a buyer can choose, oldest first. */
  async enabled(): Promise<EnabledGatewayRecord[]> {
    const enabled = await this.findEnabled(this.transactions.manager);
    return enabled.map((gateway) => enabledGatewayRecord(gateway, this.built.get(gateway.slug)?.isRecordOnly === true));
  }

  /**
   * Settings that are sent replace all those stored.
   * @throws GatewayNotFound, StaleRecord
   * @throws ValidationFailed naming the settings that an enabled gateway lacks (orders-that-stay-true.md 18)
   */
  update(
    slug: string,
    { name, settings, settingChanges, ...fields }: GatewayChanges,
    ifMatch: IfMatch,
  ): Promise<GatewayRecord> {
    return this.transactions.run(async (tx) => {
      const { id } = await this.requireBySlug(tx, slug);
      return this.gateways.change(tx, id, ifMatch, (gateway) => {
        Object.assign(gateway, fields);
        if (name !== undefined) gateway.name = name ?? this.built.get(slug)?.name ?? slug;
        if (settings !== undefined) this.secrets.put(gateway, settings);
        if (settingChanges !== undefined) this.secrets.patch(gateway, settingChanges);
        if (fields.enabled === true || settings !== undefined || settingChanges !== undefined)
          this.requireSettings(gateway);
      });
    });
  }

  /** Returns the settings that a gateway takes and whether it has them, without their values. @throws GatewayNotFound */
  async settingRecords(slug: string): Promise<GatewaySettingRecord[]> {
    const gateway = await this.requireBySlug(this.transactions.manager, slug);
    return gatewaySettingRecords(this.built.get(slug), this.secrets.readable(gateway));
  }

  /** The settings of a gateway, opened: for its own code, never for a response, a log or an event. */
  settingsOf(gateway: Gateway): GatewaySettings {
    return this.secrets.open(gateway);
  }

  /** A gateway by slug or by id. Undefined when there is none. */
  async find(tx: EntityManager, idOrSlug: string): Promise<Gateway | undefined> {
    const { gateways } = await this.settings.within(tx);
    return gateways.find(({ id, slug }) => slug === idOrSlug || id === idOrSlug);
  }

  /** A gateway by slug. Undefined when there is none. */
  async findBySlug(tx: EntityManager, slug: string): Promise<Gateway | undefined> {
    return (await this.settings.within(tx)).gateways.find((gateway) => gateway.slug === slug);
  }

  /** Returns what is wrong with the step of a currency's totals for a gateway, naming `total_step`; undefined: it takes every total. */
  stepFault(slug: string, currency: Pick<Currency, 'code' | 'totalStep'>): string | undefined {
    const taken = this.built.get(slug)?.totalStep?.(currency.code);
    return taken === undefined ? undefined : stepFault(currency, slug, taken);
  }

  /**
   * Returns what keeps orders from being paid with enabled gateways in enabled currencies (orders-that-stay-true.md 37).
   * @param of slug of a gateway, or id of a currency: those that concern it
   */
  async warnings(of: string): Promise<string[]> {
    const { gateways, currencies } = await this.settings.within(this.transactions.manager);
    const pairs = gateways.flatMap((gateway) => currencies.map((currency) => ({ gateway, currency })));
    return pairs.flatMap(({ gateway: { slug, enabled }, currency }) => {
      const isMeant = enabled && currency.enabled && (slug === of || currency.id === of);
      return (isMeant && this.stepFault(slug, currency)) || [];
    });
  }

  /** Every enabled gateway, oldest first. */
  async findEnabled(tx: EntityManager): Promise<Gateway[]> {
    return (await this.settings.within(tx)).gateways.filter(({ enabled }) => enabled);
  }

  /** Adds the registered gateways that the store does not have, in the order of their slugs; enabled if they need no settings. */
  async install(tx: EntityManager): Promise<void> {
    const bySlug = [...this.built.values()].sort((a, b) => (a.slug < b.slug ? -1 : 1));
    for (const { slug, name, settings } of bySlug) {
      if (await tx.existsBy(Gateway, { slug })) continue;
      const enabled = !settings.some(({ required }) => required);
      await this.gateways.insert(tx, { slug, name, description: null, enabled, settings: null });
    }
  }

  private requireSettings(gateway: Gateway): void {
    const missing = missingSettings(this.built.get(gateway.slug), this.secrets.open(gateway));
    if (!gateway.enabled || missing.length === 0) return;
    const faults = missing.map((name) => [`settings.${name}`, [`settings.${name} is required`]] as const);
    throw new ValidationFailed(Object.fromEntries(faults));
  }

  private async requireBySlug(manager: EntityManager, slug: string): Promise<Gateway> {
    const gateway = await this.findBySlug(manager, slug);
    if (gateway === undefined) throw new GatewayNotFound();
    return gateway;
  }
}
