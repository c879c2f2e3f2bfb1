import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { IdGenerator, isId } from '../../kernel/ids';
import { rowLock } from '../../platform/database/connection/dialect';
import { Collection, type NewRow } from '../../platform/database/lists/collection';
import { type IfMatch } from '../../platform/database/rows/entity-tag';
import { type ListQuery, type Page } from '../../platform/database/lists/listing';
import { rowsById } from '../../platform/database/rows/reference-checks';
import { readBy, readById } from '../../platform/database/rows/row-reader';
import { Transactions } from '../../platform/database/connection/transactions';
import { CustomerHistoriesService } from './customer-histories.service';
import { CustomerPasswordsService } from './customer-passwords.service';
import { CustomerGroupsService } from './customer-groups.service';
import { type CustomerReference } from './customer-reference';
import { customerListing, type CustomerRecord, customerRecords } from './customer.resource';
import { CustomerNotFound } from './customers.errors';
import { Address } from './data/address.entity';
import { Customer } from './data/customer.entity';

/** Addresses removed at once: their ids fit into one statement on every engine. */
const BATCH = 500;

/** The fields of a customer that a caller can set. */
export type CustomerFields = NewRow<Customer>;

/** A new password beside the fields; undefined: it stays. */
interface Secret {
  readonly password?: string;
}

/** The store's customers. */
@Injectable()
export class CustomersService {
  private readonly customers: Collection<Customer, CustomerRecord>;

  constructor(
    private readonly groups: CustomerGroupsService,
    private readonly passwords: CustomerPasswordsService,
    private readonly transactions: Transactions,
    private readonly histories: CustomerHistoriesService,
    ids: IdGenerator,
    clock: Clock,
  ) {
    this.customers = new Collection(
      {
        entity: Customer,
        listing: customerListing,
        records: customerRecords,
        notFound: () => new CustomerNotFound(),
      },
      ids,
      clock,
    );
  }

  /** @throws CustomerNotFound */
  get(id: string): Promise<CustomerRecord> {
    return this.customers.get(this.transactions.manager, id);
  }

  /** Customers with their histories; they may lag. */
  page(list: ListQuery): Promise<Page<CustomerRecord>> {
    return this.transactions.readLagging(async (manager) => {
      const page = await this.customers.page(manager, list);
      return { ...page, rows: await this.histories.addTo(manager, page.rows) };
    });
  }

  /** @throws ValidationFailed when the e-mail address is taken or the group does not exist */
  async create({ password, ...fields }: CustomerFields & Secret): Promise<CustomerRecord> {
    const hash = await this.passwords.hashed(password);
    return this.transactions.run(async (tx) => {
      await this.requireGroup(tx, fields.group);
      const record = await this.customers.create(tx, fields);
      await this.passwords.set(tx, record.id, hash);
      return record;
    });
  }

  /** {@link create} within a transaction, e.g. that of a checkout. @throws ValidationFailed as {@link create} */
  async add(tx: EntityManager, fields: CustomerFields): Promise<Customer> {
    await this.requireGroup(tx, fields.group);
    return Object.assign(await this.customers.insert(tx, fields), { isNew: true } as const);
  }

  /** A new password ends every token of the customer. @throws CustomerNotFound, StaleRecord, ValidationFailed as {@link create} */
  async update(
    id: string,
    { password, ...fields }: Partial<CustomerFields> & Secret,
    ifMatch: IfMatch,
  ): Promise<CustomerRecord> {
    const hash = await this.passwords.hashed(password);
    return this.transactions.run((tx) =>
      this.customers.change(tx, id, ifMatch, async (customer) => {
        const before = customer.group;
        const { group } = Object.assign(customer, fields);
        if (group !== before) await this.requireGroup(tx, group);
        await this.passwords.set(tx, id, hash);
      }),
    );
  }

  /** Removes the customer's addresses too; orders keep their copies and stay. @throws CustomerNotFound, StaleRecord */
  remove(id: string, ifMatch: IfMatch): Promise<void> {
    return this.transactions.run((tx) =>
      this.customers.remove(tx, id, ifMatch, async () => {
        await removeAddressesOf(tx, id);
        await this.passwords.forget(tx, id);
      }),
    );
  }

  /** A customer by id, for a snapshot. Undefined when there is none. */
  async find(tx: EntityManager, id: string): Promise<Customer | undefined> {
    return (isId(id) && (await readById(tx, Customer, id))) || undefined;
  }

  /** A customer by e-mail address, in any case. Undefined when there is none. */
  async findByEmail(tx: EntityManager, email: string): Promise<Customer | undefined> {
    const [customer] = await readBy(tx, Customer, 'email', [email.trim().toLowerCase()]);
    return customer;
  }

  /** The id of the customer whose e-mail address a filter has; undefined when there is none, or the text is none. */
  async idByEmail(manager: EntityManager, text = ''): Promise<string | undefined> {
    return text.includes('@') ? (await this.findByEmail(manager, text))?.id : undefined;
  }

  /** Returns a customer by id or by e-mail address. Undefined when there is none. */
  findBy(tx: EntityManager, who: CustomerReference): Promise<Customer | undefined> {
    return 'id' in who ? this.find(tx, who.id) : this.findByEmail(tx, who.email);
  }

  /** Customers by id; ids that are of none are left out. @param ids at most a page of them; null: none */
  findMany(tx: EntityManager, ids: readonly (string | null)[]): Promise<ReadonlyMap<string, Customer>> {
    return rowsById(tx, Customer, ids);
  }

  /** A customer, kept from being removed until the transaction ends. @throws CustomerNotFound */
  lock(tx: EntityManager, id: string): Promise<Customer> {
    return this.customers.lock(tx, id);
  }

  /** Records of customers, in their order, with their groups. */
  records(tx: EntityManager, customers: readonly Customer[]): Promise<CustomerRecord[]> {
    return customerRecords(tx, customers);
  }

  private async requireGroup(tx: EntityManager, group: string | null): Promise<void> {
    if (group !== null) await this.groups.require(tx, group, 'group');
  }
}

/** Removes every address of a customer, each with its event. The caller holds the customer's lock. */
async function removeAddressesOf(tx: EntityManager, customerId: string): Promise<void> {
  for (;;) {
    // Locked: one that somebody else is removing right now is not removed a second time.
    const batch = await tx.find(Address, { where: { customerId }, take: BATCH, lock: rowLock(tx) });
    if (batch.length === 0) return;
    await tx.remove(batch);
  }
}
