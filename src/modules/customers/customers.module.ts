import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { StoreObjects } from '../../platform/events/store-objects';
import { AddressRecord, addressRecord } from './address.record';
import { AddressesService } from './addresses.service';
import { CustomerHistoriesService } from './customer-histories.service';
import { CustomerFiguresService } from './customer-figures.service';
import { CustomerGroupRecord, customerGroupRecord } from './customer-group.resource';
import { CustomerGroupsService } from './customer-groups.service';
import { CustomersService } from './customers.service';
import { Address } from './data/address.entity';
import { CustomerGroup } from './data/customer-group.entity';
import { Customer } from './data/customer.entity';
import { CustomerEventRecord, customerRecords } from './customer.resource';
import { CustomerResetRecord } from './customer-reset.record';
import { AddressFieldsController } from './http/address-fields.controller';
import { AddressesController } from './http/addresses.controller';
import { CustomerGroupsController } from './http/customer-groups.controller';
import { CustomerTokenController } from './http/customer-token.controller';
import { CustomerTokenGuard } from './http/customer-token.guard';
import { CustomersController } from './http/customers.controller';
import { MeController } from './http/me.controller';
import { MyAddressesController } from './http/my-addresses.controller';
import { AccessModule } from '../access/access.module';
import { SettingsModule } from '../settings/settings.module';
import { CustomerLoginService } from './customer-login.service';
import { CustomerPasswordsService } from './customer-passwords.service';
import { CustomerTokensService } from './customer-tokens.service';
import { CustomerPassword } from './data/customer-password.entity';
import { CustomerToken } from './data/customer-token.entity';
import { CustomerPasswordController } from './http/customer-password.controller';
import { PasswordResetsService, RESET_REQUESTED } from './password-resets.service';
import { PasswordHash } from './password-hash';

/** Customers, their groups and their addresses. */
@Module({
  imports: [AccessModule, SettingsModule],
  // Words before ids: `/v1/customers/groups` is not the customer `groups`, nor `me` one of that id.
  controllers: [
    CustomerGroupsController,
    CustomerTokenController,
    CustomerPasswordController,
    MeController,
    MyAddressesController,
    CustomersController,
    AddressesController,
    AddressFieldsController,
  ],
  providers: [
    CustomerGroupsService,
    CustomersService,
    CustomerFiguresService,
    CustomerHistoriesService,
    AddressesService,
    PasswordHash,
    CustomerTokensService,
    CustomerPasswordsService,
    CustomerLoginService,
    PasswordResetsService,
    // After those of access: without a client's token nobody can find out whether a customer's token is valid.
    { provide: APP_GUARD, useClass: CustomerTokenGuard },
  ],
  exports: [
    CustomerHistoriesService,
    CustomerFiguresService,
    CustomerGroupsService,
    CustomerPasswordsService,
    CustomersService,
    AddressesService,
  ],
})
export class CustomersModule {
  static readonly entities = [Address, Customer, CustomerGroup, CustomerPassword, CustomerToken];

  constructor(objects: StoreObjects) {
    objects.register(Customer, {
      object: 'customer',
      since: '1.2',
      record: CustomerEventRecord,
      scope: 'customers',
      records: customerRecords,
      listed: { title: 'email' },
      happenings: {
        [RESET_REQUESTED]: {
          when: 'A customer asked for a new password. Webhooks that name this type, and whose maker has `customers:write`, receive it.',
          since: '1.3',
          record: CustomerResetRecord,
          also: ['token'],
          isConfidential: true,
        },
      },
    });
    objects.register(CustomerGroup, {
      object: 'customer_group',
      since: '1.2',
      record: CustomerGroupRecord,
      scope: 'customers',
      records: (_, rows) => rows.map(customerGroupRecord),
      listed: { title: 'title' },
    });
    objects.register(Address, {
      object: 'address',
      since: '1.2',
      record: AddressRecord,
      scope: 'customers',
      records: (_, rows) => rows.map(addressRecord),
    });
  }
}
