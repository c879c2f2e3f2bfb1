import { Body, Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AnswersChanged, AnswersCreated, AnswersList, AnswersOne } from '../../../platform/http/openapi/answers';
import { RemovesSeveral } from '../../../platform/http/removes-several';
import { removed, type Removed, single, type Single } from '../../../platform/http/envelope';
import { listed, type Listed, type ListRequest } from '../../../platform/http/pagination';
import { Post } from '../../../platform/http/post';
import { ForStorefronts, Scoped } from '../../../platform/http/principal';
import { AnswersForm } from '../../../platform/http/fields/form.interceptor';
import { IfMatch, type IfMatchTags, List } from '../../../platform/http/fields/request-values';
import { AddressesService } from '../addresses.service';
import { AddressRecord } from '../address.record';
import { CreateAddressDto, UpdateAddressDto } from './address.dto';

/** `/v1/customers/{customer}/addresses` (wire.md 7). */
@Scoped('customers')
@ApiTags('Addresses')
@Controller('v1/customers/:customer_id/addresses')
export class AddressesController {
  constructor(private readonly addresses: AddressesService) {}

  @Get('fields')
  @ForStorefronts()
  @AnswersForm(CreateAddressDto, { summary: 'Get the fields of addresses' })
  fields(@Param('customer_id') _customer: string): Single<object> {
    return single({});
  }

  @Post()
  @AnswersCreated(AddressRecord, { summary: 'Create an address' })
  async create(@Param('customer_id') customer: string, @Body() body: CreateAddressDto): Promise<Single<AddressRecord>> {
    return single(await this.addresses.create(customer, body.toDetails()));
  }

  @Get()
  @AnswersList(AddressRecord, { summary: 'List the addresses of a customer' })
  async list(@Param('customer_id') customer: string, @List() list: ListRequest): Promise<Listed<AddressRecord>> {
    return listed(await this.addresses.page(customer, list), list);
  }

  @Get('search')
  @AnswersList(AddressRecord, { summary: 'Search the addresses of a customer' })
  search(@Param('customer_id') customer: string, @List() list: ListRequest): Promise<Listed<AddressRecord>> {
    return this.list(customer, list);
  }

  @Get(':address_id')
  @AnswersOne(AddressRecord, { summary: 'Get an address' })
  async get(@Param('customer_id') customer: string, @Param('address_id') id: string): Promise<Single<AddressRecord>> {
    return single(await this.addresses.get(customer, id));
  }

  @Put(':address_id')
  @AnswersChanged(AddressRecord, { summary: 'Change an address' })
  async update(
    @Param('customer_id') customer: string,
    @Param('address_id') id: string,
    @Body() body: UpdateAddressDto,
    @IfMatch() tags: IfMatchTags,
  ): Promise<Single<AddressRecord>> {
    return single(await this.addresses.update(customer, id, body.toPatch(), tags));
  }

  @Delete(':address_id')
  @RemovesSeveral({ summary: 'Remove an address' })
  async remove(
    @Param('customer_id') customer: string,
    @Param('address_id') id: string,
    @IfMatch() tags: IfMatchTags,
  ): Promise<Removed> {
    await this.addresses.remove(customer, id, tags);
    return removed('Address');
  }

  @Get(':address_id/fields')
  @AnswersForm(CreateAddressDto, { summary: 'Get the fields of addresses, with the values of one' })
  fieldValues(@Param('customer_id') customer: string, @Param('address_id') id: string): Promise<Single<AddressRecord>> {
    return this.get(customer, id);
  }
}
