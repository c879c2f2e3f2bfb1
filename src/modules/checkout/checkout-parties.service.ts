import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { ValidationFailed } from '../../kernel/errors';
import { isDuplicate } from '../../platform/database/connection/driver-faults';
import { type AddressDetails } from '../customers/address-details';
import { type Address } from '../customers/address.record';
import { AddressesService } from '../customers/addresses.service';
import { CustomerPasswordsService } from '../customers/customer-passwords.service';
import { type Customer } from '../customers/customer.resource';
import { CustomersService } from '../customers/customers.service';
import { type CustomerReference } from '../customers/customer-reference';
import { type AddressInput } from '../orders/order-references';
import { CartCustomersService } from '../carts/cart-customers.service';
import { type CartCustomer } from '../promotions/pricing.service';
import { type Cart } from '../carts/cart.record';

/** The buyer: a customer by id or e-mail address, or a person who becomes one. */
export type Buyer = CustomerReference | Person;

/** A person who becomes a customer. */
interface Person {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** A browser sent it: the buyer did not prove to be the customer with this e-mail address (storefront.md 1). */
  readonly isUnproven?: true;
}

/** Returns whether the buyer only typed an e-mail address and did not prove to be its customer. */
export function isUnprovenBuyer(buyer: Buyer | null): buyer is Person {
  return buyer !== null && 'firstName' in buyer && buyer.isUnproven === true;
}

/** Finds the customer and the destination of a checkout. */
@Injectable()
export class CheckoutPartiesService {
  constructor(
    private readonly customers: CustomersService,
    private readonly cartCustomers: CartCustomersService,
    private readonly addresses: AddressesService,
    private readonly passwords: CustomerPasswordsService,
  ) {}

  /** @param buyer null: the customer of the cart @throws ValidationFailed `customer does not exist` */
  async customer(tx: EntityManager, buyer: Buyer | null, cart: Cart | undefined): Promise<Customer | null> {
    if (buyer === null) return this.cartCustomers.ofCart(tx, cart);
    if (!('firstName' in buyer)) return this.cartCustomers.require(tx, buyer);
    return (await this.customers.findBy(tx, buyer)) ?? this.add(tx, buyer);
  }

  /** The buyer as promotions see it: of an unproven buyer only the e-mail address, by which per-customer limits count. @param without id of an order that does not count */
  async known(
    tx: EntityManager,
    customer: Customer | null,
    buyer: Buyer | null,
    without: string | null,
  ): Promise<CartCustomer | null> {
    if (isUnprovenBuyer(buyer)) return { email: buyer.email };
    return this.cartCustomers.known(tx, customer, without);
  }

  /**
   * Returns whether the customer may see an order as their own. An order of an unproven buyer is hidden from a customer who can
   * sign in: another person may have typed the customer's e-mail address.
   */
  async isOwnOf(tx: EntityManager, customer: Customer | null, buyer: Buyer | null): Promise<boolean> {
    return customer === null || !isUnprovenBuyer(buyer) || !(await this.passwords.has(tx, customer.id));
  }

  /**
   * Returns the destination, as a row when it is named by id: it must be one of the customer's.
   * @throws ValidationFailed `<field> does not exist`
   */
  async destination(
    tx: EntityManager,
    customer: Customer | null,
    field: string,
    address: AddressInput | null,
  ): Promise<Address | AddressDetails | null> {
    if (address === null) return null;
    if ('details' in address) return address.details;
    const found = await this.addresses.find(tx, address.id);
    if (found === undefined || found.customerId !== customer?.id) throw ValidationFailed.of(field, 'does not exist');
    return found;
  }

  /** Another checkout of the same new person may come first: then it is that customer. */
  private async add(tx: EntityManager, { email, firstName, lastName }: Person): Promise<Customer> {
    try {
      return await this.customers.add(tx, { firstName, lastName, email, group: null });
    } catch (error) {
      const first = isDuplicate(error) ? await this.customers.findByEmail(tx, email) : undefined;
      if (first === undefined) throw error;
      return first;
    }
  }
}
