import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { ValidationFailed } from '../../kernel/errors';
import { REQUIRED } from '../../kernel/fields/field-problem';
import { IdGenerator, isId } from '../../kernel/ids';
import { Collection } from '../../platform/database/lists/collection';
import { type IfMatch } from '../../platform/database/rows/entity-tag';
import { type ListQuery, type Page } from '../../platform/database/lists/listing';
import { needsPostcode } from '../../kernel/iso-codes';
import { readById } from '../../platform/database/rows/row-reader';
import { Transactions } from '../../platform/database/connection/transactions';
import { type AddressDetails } from './address-details';
import { addressRecord, type AddressRecord } from './address.record';
import { AddressNotFound, CustomerNotFound } from './customers.errors';
import { CustomersService } from './customers.service';
import { Address } from './data/address.entity';
import { addressListing } from './data/address.listing';
import { Customer } from './data/customer.entity';

/** Addresses of a customer: an address book is read whole, at checkout. */
const MAX_ADDRESSES = 500;
const FULL = `cannot be added: the customer has ${MAX_ADDRESSES} addresses, the most there may be`;

/** The address books of customers. An address is reached through its customer only. */
@Injectable()
export class AddressesService {
  private readonly addresses: Collection<Address, AddressRecord>;

  constructor(
    private readonly customers: CustomersService,
    private readonly transactions: Transactions,
    ids: IdGenerator,
    clock: Clock,
  ) {
    this.addresses = new Collection(
      {
        entity: Address,
        listing: addressListing,
        records: async (_, rows) => rows.map(addressRecord),
        notFound: () => new AddressNotFound(),
      },
      ids,
      clock,
    );
  }

  /** @throws CustomerNotFound, AddressNotFound */
  async get(customerId: string, id: string): Promise<AddressRecord> {
    const { manager } = this.transactions;
    return this.addresses.get(manager, id, await this.within(manager, customerId));
  }

  /** @throws CustomerNotFound */
  async page(customerId: string, list: ListQuery): Promise<Page<AddressRecord>> {
    const { manager } = this.transactions;
    return this.addresses.page(manager, list, await this.within(manager, customerId));
  }

  /** @throws CustomerNotFound, ValidationFailed when the address book is full */
  create(customerId: string, details: AddressDetails): Promise<AddressRecord> {
    return this.transactions.run(async (tx) => {
      // Held, so that a removal of the customer either sees this address or comes first.
      await this.customers.lock(tx, customerId);
      if ((await tx.countBy(Address, { customerId })) >= MAX_ADDRESSES) throw ValidationFailed.of('address', FULL);
      return this.addresses.create(tx, { ...details, customerId });
    });
  }

  /**
   * Adds addresses that the address book does not have yet, while it has room. The name of an address (`save_as`) makes no other
   * address. Nothing is added when the customer was removed meanwhile.
   */
  async save(tx: EntityManager, customer: Customer, sent: readonly AddressDetails[]): Promise<void> {
    const customerId = customer.id;
    const added = customer.isNew ? lacking([], sent) : await this.lackingOf(tx, customerId, sent);
    for (const details of added) await this.addresses.create(tx, { ...details, customerId });
  }

  /** Those for which there is room. The customer is locked if there are any. */
  private async lackingOf(
    tx: EntityManager,
    customerId: string,
    sent: readonly AddressDetails[],
  ): Promise<AddressDetails[]> {
    const places = sent.map(({ country, postcode }) => ({ customerId, country, postcode }));
    if (lacking(await tx.findBy(Address, places), sent).length === 0) return [];
    // Held, so that of two equal ones at once the second finds the first.
    if ((await readById(tx, Customer, customerId, { lock: true })) === null) return [];
    const room = MAX_ADDRESSES - (await tx.countBy(Address, { customerId }));
    return lacking(await tx.findBy(Address, places), sent).slice(0, Math.max(room, 0));
  }

  /** @throws CustomerNotFound, AddressNotFound, StaleRecord, ValidationFailed when it lacks the postcode that its country has */
  update(customerId: string, id: string, details: Partial<AddressDetails>, ifMatch: IfMatch): Promise<AddressRecord> {
    return this.transactions.run(async (tx) => {
      const within = await this.within(tx, customerId);
      const changed = (address: Address): void => {
        const { postcode, country } = Object.assign(address, details);
        if (postcode === '' && needsPostcode(country)) throw ValidationFailed.of('postcode', REQUIRED);
      };
      return this.addresses.change(tx, id, ifMatch, changed, within);
    });
  }

  /** Orders keep their copies. @throws CustomerNotFound, AddressNotFound, StaleRecord */
  async remove(customerId: string, id: string, ifMatch: IfMatch): Promise<void> {
    await this.transactions.run(async (tx) => {
      await this.addresses.remove(tx, id, ifMatch, undefined, await this.within(tx, customerId));
    });
  }

  /** Returns an address of any customer by id; compare its `customerId`. Undefined when there is none. */
  async find(tx: EntityManager, id: string): Promise<Address | undefined> {
    return (isId(id) && (await readById(tx, Address, id))) || undefined;
  }

  /** Every address of a customer, oldest first: 500 at most, and what was added before there was a limit. */
  findOf(tx: EntityManager, customerId: string): Promise<Address[]> {
    return tx.find(Address, { where: { customerId }, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  private async within(manager: EntityManager, customerId: string): Promise<{ customerId: string }> {
    const customer = await this.customers.find(manager, customerId);
    if (customer === undefined) throw new CustomerNotFound();
    return { customerId };
  }
}

/** Returns those that are not among others, each once. */
function lacking(near: readonly AddressDetails[], sent: readonly AddressDetails[]): AddressDetails[] {
  return sent.filter((details, i) => ![...near, ...sent.slice(0, i)].some((other) => isSame(other, details)));
}

function isSame(one: AddressDetails, { saveAs: _, ...details }: AddressDetails): boolean {
  return Object.entries(details).every(([name, value]) => one[name as keyof AddressDetails] === value);
}
