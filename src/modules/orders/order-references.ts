import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { ValidationFailed } from '../../kernel/errors';
import { type AddressDetails } from '../customers/address-details';
import { type Address, addressDetailsRecord, addressLabel, addressRecord } from '../customers/address.record';
import { AddressesService } from '../customers/addresses.service';
import { type Customer, customerLabel } from '../customers/customer.resource';
import { type CustomerReference } from '../customers/customer-reference';
import { CustomersService } from '../customers/customers.service';
import { CurrenciesService } from '../settings/currencies.service';
import { currencyRecord } from '../settings/currency.resource';
import { gatewayRecord } from '../settings/gateway.record';
import { GatewaysService } from '../settings/gateways.service';
import { ShippingMethodsService } from '../settings/shipping-methods.service';
import { orderNames } from './domain/order-names';
import { type Order, type Snapshot } from './data/order.entity';

/** The details of an address as sent for an order. */
export interface TypedAddress {
  readonly details: AddressDetails;
  /** Left out: none was sent. */
  readonly email?: string;
}

/** An address by id, or its details. */
export type AddressInput = { readonly id: string } | TypedAddress;

/** References of an order as the caller gives them. Null: unset. */
export interface OrderReferenceFields {
  readonly currencyId: string;
  /** In any case. Left out: the currency's own. */
  readonly currencyCode?: string;
  readonly customer: CustomerReference | null;
  readonly gateway: string | null;
  readonly shipping: string | null;
  readonly billTo: AddressInput | 'ship_to' | null;
  readonly shipTo: AddressInput | 'bill_to' | null;
}

/** Rows that the transaction has read: what an order refers to is taken from here, else from the database. */
export interface ReadParties {
  readonly customer?: Customer | null;
  readonly addresses?: readonly Address[];
}

function found<T>(field: string, value: T | undefined): T {
  if (value === undefined) throw ValidationFailed.of(field, 'does not exist');
  return value;
}

/** Takes snapshots of what an order refers to (architecture decision 1). */
@Injectable()
export class OrderReferences {
  constructor(
    private readonly currencies: CurrenciesService,
    private readonly gateways: GatewaysService,
    private readonly shippingMethods: ShippingMethodsService,
    private readonly customers: CustomersService,
    private readonly addresses: AddressesService,
  ) {}

  /**
   * Puts the snapshots and ids of what was sent into an order; what was not sent stays.
   * @param read the customer that was sent, and addresses
   * @throws ValidationFailed naming a field whose record does not exist, or a currency_code that is not the currency's
   */
  async fill(
    tx: EntityManager,
    order: Order,
    sent: Partial<OrderReferenceFields>,
    read: ReadParties = {},
  ): Promise<void> {
    await this.currency(tx, order, sent);
    if (sent.customer !== undefined) {
      await this.customer(tx, order, read.customer ?? (await this.customerOf(tx, sent.customer)));
    }
    if (sent.gateway !== undefined) await this.gateway(tx, order, sent.gateway);
    if (sent.shipping !== undefined) await this.shipping(tx, order, sent.shipping);
    await this.addressesOf(tx, order, sent, read.addresses ?? []);
    Object.assign(order, orderNames(order.customer, order.billTo));
  }

  private async currency(tx: EntityManager, order: Order, sent: Partial<OrderReferenceFields>): Promise<void> {
    if (sent.currencyId !== undefined && sent.currencyId !== order.currencyId) {
      // The taxes of its lines are rounded to the currency it has; an order that is being made has none yet.
      const present: string | null = order.currencyId;
      if (present !== null && order.itemCount > 0)
        throw ValidationFailed.of('currency', 'cannot change while the order has items');
      const currency = found('currency', await this.currencies.find(tx, sent.currencyId));
      order.currencyId = currency.id;
      order.currencyCode = currency.code;
      order.currency = { value: currency.title, data: currencyRecord(currency) };
    }
    const { currencyCode } = sent;
    if (currencyCode !== undefined && currencyCode.toUpperCase() !== order.currencyCode) {
      throw ValidationFailed.of('currency_code', `must be ${order.currencyCode}, the code of the currency`);
    }
  }

  private async gateway(tx: EntityManager, order: Order, slug: string | null): Promise<void> {
    const gateway = slug === null ? null : found('gateway', await this.gateways.findBySlug(tx, slug));
    order.gateway = gateway && { value: gateway.name, data: gatewayRecord(gateway) };
    order.gatewaySlug = slug;
  }

  private async shipping(tx: EntityManager, order: Order, id: string | null): Promise<void> {
    const method = id === null ? null : found('shipping', await this.shippingMethods.find(tx, id));
    const [data] = method === null ? [] : await this.shippingMethods.records(tx, [method]);
    order.shipping = method && data ? { value: method.title, data } : null;
    order.shippingId = method?.id ?? null;
  }

  private async customerOf(tx: EntityManager, sent: OrderReferenceFields['customer']): Promise<Customer | null> {
    return sent === null ? null : found('customer', await this.customers.findBy(tx, sent));
  }

  private async customer(tx: EntityManager, order: Order, customer: Customer | null): Promise<void> {
    const [data] = customer === null ? [] : await this.customers.records(tx, [customer]);
    order.customer = customer && data ? { value: customerLabel(customer), data } : null;
    order.customerId = customer?.id ?? null;
    order.customerEmail = customer?.email ?? null;
  }

  private async addressesOf(
    tx: EntityManager,
    order: Order,
    sent: Partial<OrderReferenceFields>,
    read: readonly Address[],
  ): Promise<void> {
    const snapshotOf = async (field: string, address: AddressInput | null): Promise<Snapshot | null> => {
      if (address === null || 'details' in address) return address && typedAddress(address);
      const row = read.find(({ id }) => id === address.id) ?? found(field, await this.addresses.find(tx, address.id));
      return addressOf(order, field, row);
    };
    requireAddress(sent.billTo, sent.shipTo);
    if (sent.billTo !== undefined && sent.billTo !== 'ship_to') {
      order.billTo = await snapshotOf('bill_to', sent.billTo);
      order.billToId = idOf(sent.billTo);
    }
    if (sent.shipTo === 'bill_to') {
      if (order.billTo === null) throw ValidationFailed.of('ship_to', 'cannot be bill_to while bill_to is not set');
      order.shipTo = order.billTo;
      order.shipToId = order.billToId;
    } else if (sent.shipTo !== undefined) {
      order.shipTo = await snapshotOf('ship_to', sent.shipTo);
      order.shipToId = idOf(sent.shipTo);
    }
    if (sent.billTo !== 'ship_to') return;
    if (order.shipTo === null) throw ValidationFailed.of('bill_to', 'cannot be ship_to while ship_to is not set');
    order.billTo = order.shipTo;
    order.billToId = order.shipToId;
  }
}

function typedAddress({ details, email }: TypedAddress): Snapshot {
  return { value: addressLabel(details), data: { ...addressDetailsRecord(details), email: email ?? null } };
}

/** An address of a customer is for orders of that customer only. @throws ValidationFailed */
function addressOf({ customerId }: Order, field: string, address: Address): Snapshot {
  if (customerId !== null && address.customerId !== customerId) throw ValidationFailed.of(field, 'does not exist');
  return { value: addressLabel(address), data: addressRecord(address) };
}

function idOf(sent: AddressInput | null): string | null {
  return sent !== null && 'id' in sent ? sent.id : null;
}

/** @throws ValidationFailed when each address is to be the other one */
export function requireAddress(billTo: unknown, shipTo: unknown): void {
  if (billTo !== 'ship_to' || shipTo !== 'bill_to') return;
  throw new ValidationFailed({
    bill_to: ['bill_to cannot be ship_to while ship_to is bill_to'],
    ship_to: ['ship_to cannot be bill_to while bill_to is ship_to'],
  });
}
