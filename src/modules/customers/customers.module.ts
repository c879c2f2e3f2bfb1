import { Module } from '@nestjs/common';
import { StoreObjects } from '../../platform/events/store-objects';
import { addressRecord } from './address.record';
import { AddressesService } from './addresses.service';
import { customerGroupRecord } from './customer-group.record';
import { CustomerGroupsService } from './customer-groups.service';
import { CustomersService } from './customers.service';
import { Address } from './data/address.entity';
import { CustomerGroup } from './data/customer-group.entity';
import { Customer } from './data/customer.entity';
import { customerRecords } from './customer.record';
import { AddressesController } from './http/addresses.controller';
import { CustomerGroupsController } from './http/customer-groups.controller';
import { CustomersController } from './http/customers.controller';

/** The people who buy: customers, their groups and their addresses. */
@Module({
  // Groups first: `/v1/customers/groups` is not the customer `groups`.
  controllers: [CustomerGroupsController, CustomersController, AddressesController],
  providers: [CustomerGroupsService, CustomersService, AddressesService],
  exports: [CustomerGroupsService, CustomersService, AddressesService],
})
export class CustomersModule {
  static readonly entities = [Address, Customer, CustomerGroup];

  constructor(objects: StoreObjects) {
    objects.register(Customer, { object: 'customer', scope: 'customers', records: customerRecords });
    objects.register(CustomerGroup, {
      object: 'customer_group',
      scope: 'customers',
      records: (_, rows) => rows.map(customerGroupRecord),
    });
    objects.register(Address, { object: 'address', scope: 'customers', records: (_, rows) => rows.map(addressRecord) });
  }
}
