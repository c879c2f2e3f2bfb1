import { Body, Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type SignedInCustomer } from '../../../kernel/scopes';
import { removed, type Removed, single, type Single } from '../../../platform/http/envelope';
import { AnswersForm } from '../../../platform/http/fields/form.interceptor';
import { IfMatch, type IfMatchTags, List } from '../../../platform/http/fields/request-values';
import {
  AnswersChanged,
  AnswersCreated,
  AnswersList,
  AnswersOne,
  AnswersRemoved,
} from '../../../platform/http/openapi/answers';
import { listed, type Listed, type ListRequest } from '../../../platform/http/pagination';
import { Post } from '../../../platform/http/post';
import { ForCustomers, ForStorefronts, Scoped } from '../../../platform/http/principal';
import { AddressRecord } from '../address.record';
import { AddressesService } from '../addresses.service';
import { Me } from '../signed-in';
import { CreateAddressDto, UpdateAddressDto } from './address.dto';

/** `/v1/customers/me/addresses`: the address book of the customer who is signed in (storefront.md 2). */
@Scoped('customers')
@ApiTags('Addresses')
@ForCustomers()
@Controller('v1/customers/me/addresses')
export class MyAddressesController {
  constructor(private readonly addresses: AddressesService) {}

  @Get('fields')
  @ForStorefronts()
  @AnswersForm(CreateAddressDto, { summary: 'Get the fields of my addresses' })
  fields(): Single<object> {
    return single({});
  }

  @Post()
  @ForStorefronts()
  @AnswersCreated(AddressRecord, {
    name: 'createMyAddress',
    summary: 'Create an address of the customer who is signed in',
  })
  async create(@Me() me: SignedInCustomer, @Body() body: CreateAddressDto): Promise<Single<AddressRecord>> {
    return single(await this.addresses.create(me.id, body.toDetails()));
  }

  @Get()
  @ForStorefronts()
  @AnswersList(AddressRecord, {
    name: 'listMyAddresses',
    summary: 'List the addresses of the customer who is signed in',
  })
  async list(@Me() me: SignedInCustomer, @List() list: ListRequest): Promise<Listed<AddressRecord>> {
    return listed(await this.addresses.page(me.id, list), list);
  }

  @Get(':address_id')
  @ForStorefronts()
  @AnswersOne(AddressRecord, { name: 'getMyAddress', summary: 'Get an address of the customer who is signed in' })
  async get(@Me() me: SignedInCustomer, @Param('address_id') id: string): Promise<Single<AddressRecord>> {
    return single(await this.addresses.get(me.id, id));
  }

  @Put(':address_id')
  @ForStorefronts()
  @AnswersChanged(AddressRecord, {
    name: 'updateMyAddress',
    summary: 'Change an address of the customer who is signed in',
  })
  async update(
    @Me() me: SignedInCustomer,
    @Param('address_id') id: string,
    @Body() body: UpdateAddressDto,
    @IfMatch() tags: IfMatchTags,
  ): Promise<Single<AddressRecord>> {
    return single(await this.addresses.update(me.id, id, body.toPatch(), tags));
  }

  @Delete(':address_id')
  @ForStorefronts()
  @AnswersRemoved({ name: 'removeMyAddress', summary: 'Remove an address of the customer who is signed in' })
  async remove(
    @Me() me: SignedInCustomer,
    @Param('address_id') id: string,
    @IfMatch() tags: IfMatchTags,
  ): Promise<Removed> {
    await this.addresses.remove(me.id, id, tags);
    return removed('Address');
  }

  @Get(':address_id/fields')
  @ForStorefronts()
  @AnswersForm(CreateAddressDto, { summary: 'Get the fields of my addresses, with the values of one' })
  fieldValues(@Me() me: SignedInCustomer, @Param('address_id') id: string): Promise<Single<AddressRecord>> {
    return this.get(me, id);
  }
}
