import { Body, Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AnswersChanged, AnswersCreated, AnswersList, AnswersOne } from '../../../platform/http/openapi/answers';
import { RemovesSeveral } from '../../../platform/http/removes-several';
import { removed, type Removed, single, type Single } from '../../../platform/http/envelope';
import { listed, type Listed, type ListRequest } from '../../../platform/http/pagination';
import { visible, visibleList } from '../../../platform/http/visible';
import { Post } from '../../../platform/http/post';
import { Caller, ForStorefronts, Scoped } from '../../../platform/http/principal';
import { AnswersForm } from '../../../platform/http/fields/form.interceptor';
import { IfMatch, type IfMatchTags, List } from '../../../platform/http/fields/request-values';
import { ShippingMethodsService } from '../shipping-methods.service';
import { CreateShippingMethodDto, ShippingRecord, UpdateShippingMethodDto } from '../shipping-method.resource';
import { ShippingMethodNotFound } from '../settings.errors';
import { type Principal } from '../../../kernel/scopes';

/** `/v1/shipping` (wire.md 7). */
@Scoped('settings')
@ForStorefronts()
@ApiTags('Shipping methods')
@Controller('v1/shipping')
export class ShippingMethodsController {
  constructor(private readonly methods: ShippingMethodsService) {}

  @Get('fields')
  @ForStorefronts()
  @AnswersForm(CreateShippingMethodDto, { summary: 'Get the fields of shipping methods' })
  fields(): Single<object> {
    return single({});
  }

  @Post()
  @AnswersCreated(ShippingRecord, { summary: 'Create a shipping method' })
  async create(@Body() body: CreateShippingMethodDto): Promise<Single<ShippingRecord>> {
    return single(await this.methods.create(body));
  }

  @Get()
  @AnswersList(ShippingRecord, { summary: 'List shipping methods' })
  async list(@List() list: ListRequest, @Caller() caller?: Principal): Promise<Listed<ShippingRecord>> {
    const visibleOnes = visibleList(list, caller);
    return listed(await this.methods.page(visibleOnes), visibleOnes);
  }

  @Get('search')
  @AnswersList(ShippingRecord, { summary: 'Search shipping methods' })
  search(@List() list: ListRequest, @Caller() caller?: Principal): Promise<Listed<ShippingRecord>> {
    return this.list(list, caller);
  }

  @Get(':shipping_id')
  @AnswersOne(ShippingRecord, { summary: 'Get a shipping method' })
  async get(@Param('shipping_id') id: string, @Caller() caller?: Principal): Promise<Single<ShippingRecord>> {
    return single(visible(await this.methods.get(id), caller, () => new ShippingMethodNotFound()));
  }

  @Put(':shipping_id')
  @AnswersChanged(ShippingRecord, { summary: 'Change a shipping method' })
  async update(
    @Param('shipping_id') id: string,
    @Body() body: UpdateShippingMethodDto,
    @IfMatch() tags: IfMatchTags,
  ): Promise<Single<ShippingRecord>> {
    return single(await this.methods.update(id, body, tags));
  }

  @Delete(':shipping_id')
  @RemovesSeveral({ summary: 'Remove a shipping method' })
  async remove(@Param('shipping_id') id: string, @IfMatch() tags: IfMatchTags): Promise<Removed> {
    await this.methods.remove(id, tags);
    return removed('Shipping method');
  }

  @Get(':shipping_id/fields')
  @AnswersForm(CreateShippingMethodDto, { summary: 'Get the fields of shipping methods, with the values of one' })
  fieldValues(@Param('shipping_id') id: string, @Caller() caller?: Principal): Promise<Single<ShippingRecord>> {
    return this.get(id, caller);
  }
}
