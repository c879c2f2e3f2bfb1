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
import { BrandsService } from '../brands.service';
import { CreateBrandDto, BrandRecord, UpdateBrandDto } from '../brand.resource';
import { BrandNotFound } from '../catalog.errors';
import { type Principal } from '../../../kernel/scopes';

/** `/v1/brands` (wire.md 7). */
@Scoped('products')
@ForStorefronts()
@ApiTags('Brands')
@Controller('v1/brands')
export class BrandsController {
  constructor(private readonly brands: BrandsService) {}

  @Get('fields')
  @ForStorefronts()
  @AnswersForm(CreateBrandDto, { summary: 'Get the fields of brands' })
  fields(): Single<object> {
    return single({});
  }

  @Post()
  @AnswersCreated(BrandRecord, { summary: 'Create a brand' })
  async create(@Body() body: CreateBrandDto): Promise<Single<BrandRecord>> {
    return single(await this.brands.create(body));
  }

  @Get()
  @AnswersList(BrandRecord, { summary: 'List brands' })
  async list(@List() list: ListRequest, @Caller() caller?: Principal): Promise<Listed<BrandRecord>> {
    const visibleOnes = visibleList(list, caller);
    return listed(await this.brands.page(visibleOnes), visibleOnes);
  }

  @Get('search')
  @AnswersList(BrandRecord, { summary: 'Search brands' })
  search(@List() list: ListRequest, @Caller() caller?: Principal): Promise<Listed<BrandRecord>> {
    return this.list(list, caller);
  }

  @Get(':brand_id')
  @AnswersOne(BrandRecord, { summary: 'Get a brand' })
  async get(@Param('brand_id') id: string, @Caller() caller?: Principal): Promise<Single<BrandRecord>> {
    return single(visible(await this.brands.get(id), caller, () => new BrandNotFound()));
  }

  @Put(':brand_id')
  @AnswersChanged(BrandRecord, { summary: 'Change a brand' })
  async update(
    @Param('brand_id') id: string,
    @Body() body: UpdateBrandDto,
    @IfMatch() tags: IfMatchTags,
  ): Promise<Single<BrandRecord>> {
    return single(await this.brands.update(id, body, tags));
  }

  @Delete(':brand_id')
  @RemovesSeveral({ summary: 'Remove a brand' })
  async remove(@Param('brand_id') id: string, @IfMatch() tags: IfMatchTags): Promise<Removed> {
    await this.brands.remove(id, tags);
    return removed('Brand');
  }

  @Get(':brand_id/fields')
  @AnswersForm(CreateBrandDto, { summary: 'Get the fields of brands, with the values of one' })
  fieldValues(@Param('brand_id') id: string, @Caller() caller?: Principal): Promise<Single<BrandRecord>> {
    return this.get(id, caller);
  }
}
