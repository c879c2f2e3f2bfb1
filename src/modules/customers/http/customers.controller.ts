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
import { CustomerHistoriesService } from '../customer-histories.service';
import { CustomersService } from '../customers.service';
import { CreateCustomerDto, CustomerRecord, UpdateCustomerDto } from '../customer.resource';
import { answerOf } from './customer.answer';

/** `/v1/customers` (wire.md 7). */
@Scoped('customers')
@ApiTags('Customers')
@Controller('v1/customers')
export class CustomersController {
  constructor(
    private readonly customers: CustomersService,
    private readonly histories: CustomerHistoriesService,
  ) {}

  @Get('fields')
  @ForStorefronts()
  @AnswersForm(CreateCustomerDto, { summary: 'Get the fields of customers' })
  fields(): Single<object> {
    return single({});
  }

  @Post()
  @AnswersCreated(CustomerRecord, { summary: 'Create a customer' })
  async create(@Body() body: CreateCustomerDto): Promise<Single<CustomerRecord>> {
    return answerOf(this.histories, await this.customers.create(body));
  }

  @Get()
  @AnswersList(CustomerRecord, { summary: 'List customers' })
  async list(@List() list: ListRequest): Promise<Listed<CustomerRecord>> {
    return listed(await this.customers.page(list), list);
  }

  @Get('search')
  @AnswersList(CustomerRecord, { summary: 'Search customers' })
  search(@List() list: ListRequest): Promise<Listed<CustomerRecord>> {
    return this.list(list);
  }

  @Get(':customer_id')
  @AnswersOne(CustomerRecord, { summary: 'Get a customer' })
  async get(@Param('customer_id') id: string): Promise<Single<CustomerRecord>> {
    return answerOf(this.histories, await this.customers.get(id));
  }

  @Put(':customer_id')
  @AnswersChanged(CustomerRecord, { summary: 'Change a customer' })
  async update(
    @Param('customer_id') id: string,
    @Body() body: UpdateCustomerDto,
    @IfMatch() tags: IfMatchTags,
  ): Promise<Single<CustomerRecord>> {
    return answerOf(this.histories, await this.customers.update(id, body, tags));
  }

  @Delete(':customer_id')
  @RemovesSeveral({ summary: 'Remove a customer' })
  async remove(@Param('customer_id') id: string, @IfMatch() tags: IfMatchTags): Promise<Removed> {
    await this.customers.remove(id, tags);
    return removed('Customer');
  }

  @Get(':customer_id/fields')
  @AnswersForm(CreateCustomerDto, { summary: 'Get the fields of customers, with the values of one' })
  fieldValues(@Param('customer_id') id: string): Promise<Single<CustomerRecord>> {
    return this.get(id);
  }
}
