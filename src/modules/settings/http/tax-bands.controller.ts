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
import { TaxBandsService } from '../tax-bands.service';
import { CreateTaxBandDto, TaxRecord, UpdateTaxBandDto } from '../tax-band.resource';

/** `/v1/taxes` (wire.md 7). */
@Scoped('settings')
@ForStorefronts()
@ApiTags('Tax bands')
@Controller('v1/taxes')
export class TaxBandsController {
  constructor(private readonly bands: TaxBandsService) {}

  @Get('fields')
  @ForStorefronts()
  @AnswersForm(CreateTaxBandDto, { summary: 'Get the fields of tax bands' })
  fields(): Single<object> {
    return single({});
  }

  @Post()
  @AnswersCreated(TaxRecord, { summary: 'Create a tax band' })
  async create(@Body() body: CreateTaxBandDto): Promise<Single<TaxRecord>> {
    return single(await this.bands.create(body));
  }

  @Get()
  @AnswersList(TaxRecord, { summary: 'List tax bands' })
  async list(@List() list: ListRequest): Promise<Listed<TaxRecord>> {
    return listed(await this.bands.page(list), list);
  }

  @Get('search')
  @AnswersList(TaxRecord, { summary: 'Search tax bands' })
  search(@List() list: ListRequest): Promise<Listed<TaxRecord>> {
    return this.list(list);
  }

  @Get(':tax_id')
  @AnswersOne(TaxRecord, { summary: 'Get a tax band' })
  async get(@Param('tax_id') id: string): Promise<Single<TaxRecord>> {
    return single(await this.bands.get(id));
  }

  @Put(':tax_id')
  @AnswersChanged(TaxRecord, { summary: 'Change a tax band' })
  async update(
    @Param('tax_id') id: string,
    @Body() body: UpdateTaxBandDto,
    @IfMatch() tags: IfMatchTags,
  ): Promise<Single<TaxRecord>> {
    return single(await this.bands.update(id, body, tags));
  }

  @Delete(':tax_id')
  @RemovesSeveral({ summary: 'Remove a tax band' })
  async remove(@Param('tax_id') id: string, @IfMatch() tags: IfMatchTags): Promise<Removed> {
    await this.bands.remove(id, tags);
    return removed('Tax band');
  }

  @Get(':tax_id/fields')
  @AnswersForm(CreateTaxBandDto, { summary: 'Get the fields of tax bands, with the values of one' })
  fieldValues(@Param('tax_id') id: string): Promise<Single<TaxRecord>> {
    return this.get(id);
  }
}
