import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { ValidationFailed } from '../../kernel/errors';
import { isDuplicate } from '../../platform/database/connection/driver-faults';
import { AddressesService } from '../customers/addresses.service';
import { type Customer } from '../customers/customer.record';
import { CustomersService } from '../customers/customers.service';
import { CustomerOrdersService } from '../orders/customer-orders.service';
import { type AddressInput } from '../orders/order-references';
import { type CartCustomer } from '../promotions/pricing.service';

/** Who buys: a customer by id or e-mail address, or a person who becomes one. */
export type Buyer =
  | { readonly id: string }
  | { readonly email: string }
  | { readonly firstName: string; readonly lastName: string; readonly email: string };

/** Finds who buys and where to. */
@Injectable()
export class CheckoutPartiesService {
  constructor(
    private readonly customers: CustomersService,
    private readonly customerOrders: CustomerOrdersService,
    private readonly addresses: AddressesService,
  ) {}

  /** @throws ValidationFailed `customer does not exist` */
  async customer(tx: EntityManager, buyer: Buyer | null): Promise<Customer | null> {
    if (buyer === null) return null;
    const found = await this.find(tx, buyer);
    if (found !== undefined) return found;
    if (!('firstName' in buyer)) throw ValidationFailed.of('customer', 'does not exist');
    return this.add(tx, buyer);
  }

  /** A customer as promotions see one. */
  async forPromotions(tx: EntityManager, customer: Customer | null): Promise<CartCustomer | null> {
    if (customer === null) return null;
    const { id, email, group } = customer;
    return { id, email, group, ...(await this.customerOrders.of(tx, { id })) };
  }

  /**
   * Returns the destination as promotions see it. An address by id must be one of the customer's.
   * @throws ValidationFailed `<field> does not exist`
   */
  async destination(
    tx: EntityManager,
    customer: Customer | null,
    field: string,
    address: AddressInput | null,
  ): Promise<{ country: string; postcode: string } | null> {
    if (address === null) return null;
    if ('details' in address) return address.details;
    const found = await this.addresses.find(tx, address.id);
    if (found === undefined || found.customerId !== customer?.id) throw ValidationFailed.of(field, 'does not exist');
    return found;
  }

  private find(tx: EntityManager, buyer: Buyer): Promise<Customer | undefined> {
    return 'id' in buyer ? this.customers.find(tx, buyer.id) : this.customers.findByEmail(tx, buyer.email);
  }

  /** Another checkout of the same new person may come first: then it is that customer. */
  private async add(tx: EntityManager, buyer: Exclude<Buyer, { id: string }>): Promise<Customer> {
    const { email, firstName, lastName } = { firstName: '', lastName: '', ...buyer };
    try {
      return await this.customers.add(tx, { firstName, lastName, email, group: null });
    } catch (error) {
      const first = isDuplicate(error) ? await this.customers.findByEmail(tx, email) : undefined;
      if (first === undefined) throw error;
      return first;
    }
  }
}
