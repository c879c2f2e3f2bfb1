import { Body, Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  AnswersChanged,
  AnswersCreated,
  AnswersList,
  AnswersOne,
  AnswersRemoved,
} from '../../../platform/http/openapi/answers';
import { removed, type Removed, single, type Single } from '../../../platform/http/envelope';
import { listed, type Listed, type ListRequest } from '../../../platform/http/pagination';
import { Post } from '../../../platform/http/post';
import { Caller, ForStorefronts, Scoped } from '../../../platform/http/principal';
import { IfMatch, type IfMatchTags, List } from '../../../platform/http/fields/request-values';
import { ProductsService } from '../products.service';
import { ProductRecord } from '../product.record';
import { CreateProductDto, UpdateProductDto } from './product.dto';
import { ProductNotFound } from '../catalog.errors';
import { visible, visibleList } from './visible';
import { type Principal } from '../../../kernel/scopes';

/** `/v1/products` (wire.md 7). */
@Scoped('products')
@ForStorefronts()
@ApiTags('Products')
@Controller('v1/products')
export class ProductsController {
  constructor(private readonly products: ProductsService) {}

  @Post()
  @AnswersCreated(ProductRecord, { summary: 'Create a product' })
  async create(@Body() body: CreateProductDto): Promise<Single<ProductRecord>> {
    return single(await this.products.create(body.toFields()));
  }

  @Get()
  @AnswersList(ProductRecord, { summary: 'List products' })
  async list(@List() list: ListRequest, @Caller() caller?: Principal): Promise<Listed<ProductRecord>> {
    const visibleOnes = visibleList(list, caller);
    return listed(await this.products.page(visibleOnes), visibleOnes);
  }

  @Get('search')
  @AnswersList(ProductRecord, { summary: 'Search products' })
  search(@List() list: ListRequest, @Caller() caller?: Principal): Promise<Listed<ProductRecord>> {
    return this.list(list, caller);
  }

  @Get(':product_id')
  @AnswersOne(ProductRecord, { summary: 'Get a product' })
  async get(@Param('product_id') id: string, @Caller() caller?: Principal): Promise<Single<ProductRecord>> {
    return single(visible(await this.products.get(id), caller, () => new ProductNotFound()));
  }

  @Put(':product_id')
  @AnswersChanged(ProductRecord, { summary: 'Change a product' })
  async update(
    @Param('product_id') id: string,
    @Body() body: UpdateProductDto,
    @IfMatch() tags: IfMatchTags,
  ): Promise<Single<ProductRecord>> {
    return single(await this.products.update(id, body.toPatch(), tags));
  }

  @Delete(':product_id')
  @AnswersRemoved({ summary: 'Remove a product' })
  async remove(@Param('product_id') id: string, @IfMatch() tags: IfMatchTags): Promise<Removed> {
    await this.products.remove(id, tags);
    return removed('Product');
  }
}
