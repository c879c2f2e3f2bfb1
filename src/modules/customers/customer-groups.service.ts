import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { IdGenerator, isId } from '../../kernel/ids';
import { Collection, type NewRow } from '../../platform/database/lists/collection';
import { type IfMatch } from '../../platform/database/rows/entity-tag';
import { type ListQuery, type Page } from '../../platform/database/lists/listing';
import { lockRelated, ReferenceChecks, rowsById } from '../../platform/database/rows/reference-checks';
import { namedRows } from '../../platform/database/rows/named-rows';
import { type Titles, titlesOf } from '../../platform/database/rows/title-lookup';
import { Transactions } from '../../platform/database/connection/transactions';
import { customerGroupListing, customerGroupRecord, type CustomerGroupRecord } from './customer-group.resource';
import { CustomerGroupNotFound } from './customers.errors';
import { CustomerGroup } from './data/customer-group.entity';
import { Customer } from './data/customer.entity';

/** The fields of a customer group that a caller can set. */
export type CustomerGroupFields = NewRow<CustomerGroup>;

/** The names of a customer group in rules of promotions. */
export interface GroupName {
  readonly id: string;
  readonly slug: string;
}

/** The store's customer groups. One that something points to cannot be removed. */
@Injectable()
export class CustomerGroupsService {
  /** Modules whose rows point to customer groups add themselves here. */
  readonly uses = new ReferenceChecks('customer_group');
  private readonly groups: Collection<CustomerGroup, CustomerGroupRecord>;

  constructor(
    private readonly transactions: Transactions,
    ids: IdGenerator,
    clock: Clock,
  ) {
    this.groups = new Collection(
      {
        entity: CustomerGroup,
        listing: customerGroupListing,
        records: async (_, rows) => rows.map(customerGroupRecord),
        notFound: () => new CustomerGroupNotFound(),
      },
      ids,
      clock,
    );
    this.uses.add('a customer', (tx, id) => tx.existsBy(Customer, { group: id }));
  }

  /** @throws CustomerGroupNotFound */
  get(id: string): Promise<CustomerGroupRecord> {
    return this.groups.get(this.transactions.manager, id);
  }

  page(list: ListQuery): Promise<Page<CustomerGroupRecord>> {
    return this.groups.page(this.transactions.manager, list);
  }

  /** @throws ValidationFailed when the slug is taken */
  create(fields: CustomerGroupFields): Promise<CustomerGroupRecord> {
    return this.transactions.run((tx) => this.groups.create(tx, fields));
  }

  /** @throws CustomerGroupNotFound, StaleRecord, ValidationFailed */
  update(id: string, fields: Partial<CustomerGroupFields>, ifMatch: IfMatch): Promise<CustomerGroupRecord> {
    return this.transactions.run((tx) =>
      this.groups.change(tx, id, ifMatch, (group) => void Object.assign(group, fields)),
    );
  }

  /** @throws CustomerGroupNotFound, StaleRecord, RecordInUse */
  remove(id: string, ifMatch: IfMatch): Promise<void> {
    return this.transactions.run((tx) => this.groups.remove(tx, id, ifMatch, () => this.uses.requireNone(tx, id)));
  }

  /** A customer group by id. Undefined when there is none. */
  async find(tx: EntityManager, id: string): Promise<CustomerGroup | undefined> {
    return (isId(id) && (await tx.findOneBy(CustomerGroup, { id }))) || undefined;
  }

  /** Names of groups by id: rules of promotions use either. @param ids at most a page of them; null: none */
  async namesOf(manager: EntityManager, ids: readonly (string | null)[]): Promise<ReadonlyMap<string, GroupName>> {
    const groups = await rowsById(manager, CustomerGroup, ids);
    return new Map([...groups].map(([id, { slug }]) => [id, { id, slug }]));
  }

  /** The names of groups by id or slug; names that are of none are left out. */
  async named(manager: EntityManager, names: Iterable<string>): Promise<ReadonlyMap<string, GroupName>> {
    const groups = await namedRows(manager, CustomerGroup, names);
    return new Map([...groups].map(([name, { id, slug }]) => [name, { id, slug }]));
  }

  /** The first slugs and the number of all groups. */
  async firstSlugs(manager: EntityManager, most: number): Promise<{ slugs: string[]; count: number }> {
    const [groups, count] = await manager.findAndCount(CustomerGroup, { order: { slug: 'ASC' }, take: most });
    return { slugs: groups.map(({ slug }) => slug), count };
  }

  /** Titles by id and by slug. @param names ids and slugs, not too many for one statement */
  async titles(manager: EntityManager, names: Iterable<string>): Promise<Titles> {
    const [titles = new Map()] = await titlesOf(manager, [
      { table: 'customer_groups', names: ['slug'], wanted: names },
    ]);
    return titles;
  }

  /** The group that a row is about to point to, kept from being removed until then. @throws ValidationFailed */
  require(tx: EntityManager, id: string, field = 'customer_group'): Promise<CustomerGroup> {
    return lockRelated(tx, CustomerGroup, id, field);
  }
}
