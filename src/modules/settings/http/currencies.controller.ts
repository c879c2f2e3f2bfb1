import { Body, Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AnswersChanged, AnswersCreated, AnswersList, AnswersOne } from '../../../platform/http/openapi/answers';
import { RemovesSeveral } from '../../../platform/http/removes-several';
import { removed, type Removed, single, type Single, warned, type Warned } from '../../../platform/http/envelope';
import { listed, type Listed, type ListRequest } from '../../../platform/http/pagination';
import { visibleIf, visibleList } from '../../../platform/http/visible';
import { Post } from '../../../platform/http/post';
import { Caller, ForStorefronts, Scoped } from '../../../platform/http/principal';
import { AnswersForm } from '../../../platform/http/fields/form.interceptor';
import { IfMatch, type IfMatchTags, List } from '../../../platform/http/fields/request-values';
import { CurrenciesService } from '../currencies.service';
import { GatewaysService } from '../gateways.service';
import { CurrencyRecord } from '../currency.resource';
import { CurrencyNotFound } from '../settings.errors';
import { type Principal } from '../../../kernel/scopes';
import { CreateCurrencyDto, UpdateCurrencyDto } from '../currency.resource';

/** `/v1/currencies` (wire.md 7). */
@Scoped('settings')
@ForStorefronts()
@ApiTags('Currencies')
@Controller('v1/currencies')
export class CurrenciesController {
  constructor(
    private readonly currencies: CurrenciesService,
    private readonly gateways: GatewaysService,
  ) {}

  @Get('fields')
  @ForStorefronts()
  @AnswersForm(CreateCurrencyDto, { summary: 'Get the fields of currencies' })
  fields(): Single<object> {
    return single({});
  }

  @Post()
  @AnswersCreated(CurrencyRecord, { warns: true, summary: 'Create a currency' })
  async create(@Body() body: CreateCurrencyDto): Promise<Warned<CurrencyRecord>> {
    return this.warned(await this.currencies.create(body));
  }

  @Get()
  @AnswersList(CurrencyRecord, { summary: 'List currencies' })
  async list(@List() list: ListRequest, @Caller() caller?: Principal): Promise<Listed<CurrencyRecord>> {
    const visibleOnes = visibleList(list, caller, 'enabled');
    return listed(await this.currencies.page(visibleOnes), visibleOnes);
  }

  @Get('search')
  @AnswersList(CurrencyRecord, { summary: 'Search currencies' })
  search(@List() list: ListRequest, @Caller() caller?: Principal): Promise<Listed<CurrencyRecord>> {
    return this.list(list, caller);
  }

  @Get(':currency_id')
  @AnswersOne(CurrencyRecord, { summary: 'Get a currency' })
  async get(@Param('currency_id') id: string, @Caller() caller?: Principal): Promise<Single<CurrencyRecord>> {
    const currency = await this.currencies.get(id);
    return single(visibleIf(currency.enabled, currency, caller, () => new CurrencyNotFound()));
  }

  @Put(':currency_id')
  @AnswersChanged(CurrencyRecord, { warns: true, summary: 'Change a currency' })
  async update(
    @Param('currency_id') id: string,
    @Body() body: UpdateCurrencyDto,
    @IfMatch() tags: IfMatchTags,
  ): Promise<Warned<CurrencyRecord>> {
    return this.warned(await this.currencies.update(id, body, tags));
  }

  @Delete(':currency_id')
  @RemovesSeveral({ summary: 'Remove a currency' })
  async remove(@Param('currency_id') id: string, @IfMatch() tags: IfMatchTags): Promise<Removed> {
    await this.currencies.remove(id, tags);
    return removed('Currency');
  }

  private async warned(currency: CurrencyRecord): Promise<Warned<CurrencyRecord>> {
    return warned(currency, await this.gateways.warnings(currency.id));
  }

  @Get(':currency_id/fields')
  @AnswersForm(CreateCurrencyDto, { summary: 'Get the fields of currencies, with the values of one' })
  fieldValues(@Param('currency_id') id: string, @Caller() caller?: Principal): Promise<Single<CurrencyRecord>> {
    return this.get(id, caller);
  }
}
