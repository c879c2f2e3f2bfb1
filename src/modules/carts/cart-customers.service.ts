import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { ValidationFailed } from '../../kernel/errors';
import { type Customer } from '../customers/customer.record';
import { type CustomerReference } from '../customers/customer-reference';
import { CustomerGroupsService, type GroupName } from '../customers/customer-groups.service';
import { CustomersService } from '../customers/customers.service';
import { CustomerOrdersService } from '../orders/customer-orders.service';
import { type CartCustomer } from '../promotions/pricing.service';

/** A customer of the store as promotions see one. */
export type KnownCustomer = CartCustomer & { readonly id: string };

/**
 * Finds customers with the facts that promotions use. Carts, options, previews and checkouts all use this class, so that all
 * of them charge the same (orders-that-stay-true.md 22).
 */
@Injectable()
export class CartCustomersService {
  constructor(
    private readonly customers: CustomersService,
    private readonly groups: CustomerGroupsService,
    private readonly orders: CustomerOrdersService,
  ) {}

  /** @throws ValidationFailed `customer does not exist` */
  async require(tx: EntityManager, who: CustomerReference): Promise<Customer> {
    const customer = await this.customers.findBy(tx, who);
    if (customer === undefined) throw ValidationFailed.of('customer', 'does not exist');
    return customer;
  }

  /** The customer of a cart; null when it has none, or none any more. */
  async ofCart(tx: EntityManager, cart: { readonly customerId: string | null } | undefined): Promise<Customer | null> {
    const id = cart?.customerId ?? null;
    return id === null ? null : ((await this.customers.find(tx, id)) ?? null);
  }

  /** Id of a customer. Undefined when there is none. */
  async idOf(tx: EntityManager, who: CustomerReference): Promise<string | undefined> {
    return (await this.customers.findBy(tx, who))?.id;
  }

  /** {@link known} of a customer by id or e-mail address. Undefined when there is none. */
  async find(tx: EntityManager, who: CustomerReference): Promise<KnownCustomer | undefined> {
    const customer = await this.customers.findBy(tx, who);
    return customer && ((await this.known(tx, customer)) ?? undefined);
  }

  /** A customer as promotions see one. */
  async known(tx: EntityManager, customer: Customer | null): Promise<KnownCustomer | null> {
    if (customer === null) return null;
    return this.withFacts(tx, customer, await this.groups.namesOf(tx, [customer.group]));
  }

  /** The customers of carts as promotions see them, by id. @param ids at most a page of them; null: none */
  async knownOf(tx: EntityManager, ids: readonly (string | null)[]): Promise<ReadonlyMap<string, KnownCustomer>> {
    const customers = [...(await this.customers.findMany(tx, ids)).values()];
    const groups = await this.groups.namesOf(
      tx,
      customers.map(({ group }) => group),
    );
    const known = new Map<string, KnownCustomer>();
    for (const customer of customers) known.set(customer.id, await this.withFacts(tx, customer, groups));
    return known;
  }

  private async withFacts(
    tx: EntityManager,
    { id, email, group }: Customer,
    groups: ReadonlyMap<string, GroupName>,
  ): Promise<KnownCustomer> {
    return { id, email, group: groups.get(group ?? '') ?? group, ...(await this.orders.of(tx, { id })) };
  }
}
