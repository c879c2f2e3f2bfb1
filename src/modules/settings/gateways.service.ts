import { Inject, Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { ValidationFailed } from '../../kernel/errors';
import { IdGenerator } from '../../kernel/ids';
import { CONFIG, type Config } from '../../platform/config/config';
import { Collection, type NewRow } from '../../platform/database/lists/collection';
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

const NO_TESTS =
  'moves no money, and this store is in production: to allow test payments, start it with TEST_PAYMENTS=1';

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
    @Inject(CONFIG) private readonly config: Config,
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
   * @throws ValidationFailed naming the settings that an enabled gateway lacks (orders-and-payments.md 18), or `enabled` of one
   * that takes no payments here; and those that it does not have
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
        this.requireKnown(slug, { ...settings, ...settingChanges });
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

  /** Returns why a gateway takes no new payments; undefined: it takes them. */
  refusal({ slug, enabled }: Pick<Gateway, 'slug' | 'enabled'>): string | undefined {
    if (!enabled) return 'is not enabled';
    return this.isClosedTest(slug) ? NO_TESTS : undefined;
  }

  /** Whether orders of a store in production can be paid without money. */
  async areTestsOpen(): Promise<boolean> {
    if (!this.config.inProduction) return false;
    return (await this.findEnabled(this.transactions.manager)).some(
      ({ slug }) => this.built.get(slug)?.isTest === true,
    );
  }

  /** Returns what is wrong with the step of a currency's totals for a gateway, naming `total_step`; undefined: it takes every total. */
  stepFault(slug: string, currency: Pick<Currency, 'code' | 'totalStep'>): string | undefined {
    const taken = this.built.get(slug)?.totalStep?.(currency.code);
    return taken === undefined ? undefined : stepFault(currency, slug, taken);
  }

  /**
   * Returns what keeps orders from being paid with enabled gateways in enabled currencies (orders-and-payments.md 37).
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

  /** Every gateway that takes payments, oldest first. */
  async findEnabled(tx: EntityManager): Promise<Gateway[]> {
    return (await this.settings.within(tx)).gateways.filter((gateway) => this.refusal(gateway) === undefined);
  }

  /**
   * Adds the registered gateways that the store does not have, in the order of their slugs; enabled if they need no settings and may
   * take payments here.
   */
  async install(tx: EntityManager): Promise<void> {
    const bySlug = [...this.built.values()].sort((a, b) => (a.slug < b.slug ? -1 : 1));
    for (const { slug, name, settings } of bySlug) {
      if (await tx.existsBy(Gateway, { slug })) continue;
      const enabled = !settings.some(({ required }) => required) && !this.isClosedTest(slug);
      await this.gateways.insert(tx, { slug, name, description: null, enabled, settings: null });
    }
  }

  private isClosedTest(slug: string): boolean {
    return this.built.get(slug)?.isTest === true && !this.config.payments.areTestsTaken;
  }

  /** One sent empty is removed or left out: a version before may have stored it. */
  private requireKnown(slug: string, sent: GatewaySettings): void {
    const known = this.built.get(slug)?.settings.map(({ name }) => name);
    const unknown = Object.keys(sent).filter((name) => known?.includes(name) === false && sent[name] !== '');
    if (unknown.length === 0) return;
    const has = known?.length === 0 ? 'has none' : `has ${known?.join(', ')}`;
    const faults = unknown.map((name) => [
      `settings.${name}`,
      [`settings.${name} is no setting of ${slug}, which ${has}`],
    ]);
    throw new ValidationFailed(Object.fromEntries(faults) as Record<string, string[]>);
  }

  private requireSettings(gateway: Gateway): void {
    if (gateway.enabled && this.isClosedTest(gateway.slug)) throw ValidationFailed.of('enabled', NO_TESTS);
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
