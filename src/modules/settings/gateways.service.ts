import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { IdGenerator } from '../../kernel/ids';
import { Collection, type NewRow } from '../../platform/database/collection';
import { type IfMatch } from '../../platform/database/entity-tag';
import { type ListQuery, type Page } from '../../platform/database/listing';
import { Transactions } from '../../platform/database/transactions';
import { Gateway } from './data/gateway.entity';
import { gatewayListing } from './data/gateway.listing';
import { gatewayRecord, type GatewayRecord } from './gateway.record';
import { GatewayNotFound } from './settings.errors';
import { SettingsSnapshot } from './settings-snapshot.service';

/** What can be changed of a gateway. A name of null is the one it came with. */
export type GatewayChanges = Partial<Omit<NewRow<Gateway>, 'slug' | 'name'> & { readonly name: string | null }>;

/** The gateways that are built in, by slug, and the names they come with. */
const BUILT_IN: ReadonlyMap<string, string> = new Map([
  ['manual', 'Manual'],
  ['dummy', 'Dummy'],
]);

/** The store's gateways, by slug. */
@Injectable()
export class GatewaysService {
  private readonly gateways: Collection<Gateway, GatewayRecord>;

  constructor(
    private readonly transactions: Transactions,
    ids: IdGenerator,
    clock: Clock,
    private readonly settings: SettingsSnapshot,
  ) {
    this.gateways = new Collection(
      {
        entity: Gateway,
        listing: gatewayListing,
        records: async (rows) => rows.map(gatewayRecord),
        notFound: () => new GatewayNotFound(),
        changed: (tx) => settings.changed(tx),
      },
      transactions,
      ids,
      clock,
    );
  }

  /** @throws GatewayNotFound */
  async get(slug: string): Promise<GatewayRecord> {
    return gatewayRecord(await this.requireBySlug(this.transactions.manager, slug));
  }

  page(list: ListQuery): Promise<Page<GatewayRecord>> {
    return this.gateways.page(list);
  }

  /** Settings that are sent replace all those stored. @throws GatewayNotFound, StaleRecord */
  update(slug: string, { name, ...fields }: GatewayChanges, ifMatch: IfMatch): Promise<GatewayRecord> {
    return this.transactions.run(async (tx) => {
      const { id } = await this.requireBySlug(tx, slug);
      return this.gateways.change(id, ifMatch, (gateway) => {
        Object.assign(gateway, fields);
        if (name !== undefined) gateway.name = name ?? BUILT_IN.get(slug) ?? slug;
      });
    });
  }

  /** A gateway by slug. Undefined when there is none. */
  async findBySlug(tx: EntityManager, slug: string): Promise<Gateway | undefined> {
    return (await this.settings.within(tx)).gateways.find((gateway) => gateway.slug === slug);
  }

  /** Every enabled gateway, oldest first. */
  async findEnabled(tx: EntityManager): Promise<Gateway[]> {
    return (await this.settings.within(tx)).gateways.filter(({ enabled }) => enabled);
  }

  /** Adds the built-in gateways that the store does not have, enabled. */
  async install(tx: EntityManager): Promise<void> {
    for (const [slug, name] of BUILT_IN) {
      if (await tx.existsBy(Gateway, { slug })) continue;
      await this.gateways.insert(tx, { slug, name, description: null, enabled: true, settings: null });
    }
  }

  private async requireBySlug(manager: EntityManager, slug: string): Promise<Gateway> {
    const gateway = await this.findBySlug(manager, slug);
    if (gateway === undefined) throw new GatewayNotFound();
    return gateway;
  }
}
