import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { ValidationFailed } from '../../kernel/errors';
import { type Customer } from '../customers/customer.resource';
import { type CustomerReference } from '../customers/customer-reference';
import { CustomerGroupsService, type GroupName } from '../customers/customer-groups.service';
import { CustomersService } from '../customers/customers.service';
import { CustomerOrdersService } from '../orders/customer-orders.service';
import { type CartCustomer } from '../promotions/pricing.service';

/** A customer of the store as promotions see one. */
export type KnownCustomer = CartCustomer & { readonly id: string };

/**
 * Finds customers with the facts that promotions use. Carts, options, previews and checkouts all use this class, so that all
 * of them charge the same (orders-and-payments.md 22).
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
  async find(
    tx: EntityManager,
    who: CustomerReference,
    without: string | null = null,
  ): Promise<KnownCustomer | undefined> {
    const customer = await this.customers.findBy(tx, who);
    return customer && ((await this.known(tx, customer, without)) ?? undefined);
  }

  /** A customer as promotions see one. @param without id of an order that is not among their earlier ones; null: all are */
  async known(
    tx: EntityManager,
    customer: Customer | null,
    without: string | null = null,
  ): Promise<KnownCustomer | null> {
    if (customer === null) return null;
    return this.withFacts(tx, customer, await this.groups.namesOf(tx, [customer.group]), without);
  }

  /**
   * The customers of carts as promotions see them, by id of the cart.
   * @param carts at most a page of them @param without the order of each that {@link known} leaves out
   */
  async knownOf(
    tx: EntityManager,
    carts: readonly { readonly id: string; readonly customerId: string | null }[],
    without: (cartId: string) => string | null,
  ): Promise<ReadonlyMap<string, KnownCustomer>> {
    const ids = carts.map(({ customerId }) => customerId);
    const customers = await this.customers.findMany(tx, ids);
    const groupIds = [...customers.values()].map(({ group }) => group);
    const groups = await this.groups.namesOf(tx, groupIds);
    const facts = new Map<string, KnownCustomer>();
    const known = new Map<string, KnownCustomer>();
    for (const { id, customerId } of carts) {
      const customer = customers.get(customerId ?? '');
      if (customer === undefined) continue;
      const key = `${customer.id} ${without(id)}`;
      const one = facts.get(key) ?? (await this.withFacts(tx, customer, groups, without(id)));
      facts.set(key, one);
      known.set(id, one);
    }
    return known;
  }

  private async withFacts(
    tx: EntityManager,
    { id, email, group, isNew }: Customer,
    groups: ReadonlyMap<string, GroupName>,
    without: string | null,
  ): Promise<KnownCustomer> {
    const orders = isNew ? { orders: 0, spent: 0n } : await this.orders.of(tx, { id }, without);
    return { id, email, group: groups.get(group ?? '') ?? group, ...orders };
  }
}
