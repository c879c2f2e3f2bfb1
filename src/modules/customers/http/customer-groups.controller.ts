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
import { CustomerGroupsService } from '../customer-groups.service';
import { CreateCustomerGroupDto, CustomerGroupRecord, UpdateCustomerGroupDto } from '../customer-group.resource';

/** `/v1/customers/groups` (wire.md 7). */
@Scoped('customers')
@ApiTags('Customer groups')
@Controller('v1/customers/groups')
export class CustomerGroupsController {
  constructor(private readonly groups: CustomerGroupsService) {}

  @Get('fields')
  @ForStorefronts()
  @AnswersForm(CreateCustomerGroupDto, { summary: 'Get the fields of customer groups' })
  fields(): Single<object> {
    return single({});
  }

  @Post()
  @AnswersCreated(CustomerGroupRecord, { summary: 'Create a customer group' })
  async create(@Body() body: CreateCustomerGroupDto): Promise<Single<CustomerGroupRecord>> {
    return single(await this.groups.create(body));
  }

  @Get()
  @AnswersList(CustomerGroupRecord, { summary: 'List customer groups' })
  async list(@List() list: ListRequest): Promise<Listed<CustomerGroupRecord>> {
    return listed(await this.groups.page(list), list);
  }

  @Get('search')
  @AnswersList(CustomerGroupRecord, { summary: 'Search customer groups' })
  search(@List() list: ListRequest): Promise<Listed<CustomerGroupRecord>> {
    return this.list(list);
  }

  @Get(':group_id')
  @AnswersOne(CustomerGroupRecord, { summary: 'Get a customer group' })
  async get(@Param('group_id') id: string): Promise<Single<CustomerGroupRecord>> {
    return single(await this.groups.get(id));
  }

  @Put(':group_id')
  @AnswersChanged(CustomerGroupRecord, { summary: 'Change a customer group' })
  async update(
    @Param('group_id') id: string,
    @Body() body: UpdateCustomerGroupDto,
    @IfMatch() tags: IfMatchTags,
  ): Promise<Single<CustomerGroupRecord>> {
    return single(await this.groups.update(id, body, tags));
  }

  @Delete(':group_id')
  @RemovesSeveral({ summary: 'Remove a customer group' })
  async remove(@Param('group_id') id: string, @IfMatch() tags: IfMatchTags): Promise<Removed> {
    await this.groups.remove(id, tags);
    return removed('Customer group');
  }

  @Get(':group_id/fields')
  @AnswersForm(CreateCustomerGroupDto, { summary: 'Get the fields of customer groups, with the values of one' })
  fieldValues(@Param('group_id') id: string): Promise<Single<CustomerGroupRecord>> {
    return this.get(id);
  }
}
