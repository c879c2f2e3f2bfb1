import { Body, Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AnswersChanged, AnswersCreated, AnswersList, AnswersOne } from '../../../platform/http/openapi/answers';
import { RemovesSeveral } from '../../../platform/http/removes-several';
import { removed, type Removed, single, type Single } from '../../../platform/http/envelope';
import { listed, type Listed, type ListRequest } from '../../../platform/http/pagination';
import { visibleList } from '../../../platform/http/visible';
import { Post } from '../../../platform/http/post';
import { Caller, ForStorefronts, Scoped } from '../../../platform/http/principal';
import { AnswersForm } from '../../../platform/http/fields/form.interceptor';
import { IfMatch, type IfMatchTags, List } from '../../../platform/http/fields/request-values';
import { PricesInCurrency, XCurrency } from '../../settings/currency.header';
import { withLiveRelations } from '../live-relations';
import { ProductsService } from '../products.service';
import { CreateProductDto, ProductRecord, UpdateProductDto } from '../product.resource';
import { type Principal } from '../../../kernel/scopes';
import { visibleProduct } from './visible';

/** `/v1/products` (wire.md 7). */
@Scoped('products')
@ForStorefronts()
@ApiTags('Products')
@Controller('v1/products')
export class ProductsController {
  constructor(private readonly products: ProductsService) {}

  @Get('fields')
  @ForStorefronts()
  @AnswersForm(CreateProductDto, { summary: 'Get the fields of products' })
  fields(): Single<object> {
    return single({});
  }

  @Post()
  @AnswersCreated(ProductRecord, { summary: 'Create a product' })
  async create(@Body() body: CreateProductDto): Promise<Single<ProductRecord>> {
    return single(await this.products.create(body));
  }

  @Get()
  @PricesInCurrency()
  @AnswersList(ProductRecord, { summary: 'List products' })
  async list(
    @List() list: ListRequest,
    @XCurrency() currency: string | null,
    @Caller() caller?: Principal,
  ): Promise<Listed<ProductRecord>> {
    const visibleOnes = visibleList(list, caller);
    const { rows, total } = await this.products.page(visibleOnes, currency);
    return listed({ total, rows: rows.map((product) => withLiveRelations(product, caller)) }, visibleOnes);
  }

  @Get('search')
  @PricesInCurrency()
  @AnswersList(ProductRecord, { summary: 'Search products' })
  search(
    @List() list: ListRequest,
    @XCurrency() currency: string | null,
    @Caller() caller?: Principal,
  ): Promise<Listed<ProductRecord>> {
    return this.list(list, currency, caller);
  }

  @Get(':product_id')
  @PricesInCurrency()
  @AnswersOne(ProductRecord, { summary: 'Get a product' })
  async get(
    @Param('product_id') id: string,
    @XCurrency() currency: string | null,
    @Caller() caller?: Principal,
  ): Promise<Single<ProductRecord>> {
    const { record, own } = await this.products.priced(id, currency);
    return single(withLiveRelations(visibleProduct(record, caller), caller), own);
  }

  @Put(':product_id')
  @AnswersChanged(ProductRecord, { summary: 'Change a product' })
  async update(
    @Param('product_id') id: string,
    @Body() body: UpdateProductDto,
    @IfMatch() tags: IfMatchTags,
  ): Promise<Single<ProductRecord>> {
    return single(await this.products.update(id, body, tags));
  }

  @Delete(':product_id')
  @RemovesSeveral({ summary: 'Remove a product' })
  async remove(@Param('product_id') id: string, @IfMatch() tags: IfMatchTags): Promise<Removed> {
    await this.products.remove(id, tags);
    return removed('Product');
  }

  @Get(':product_id/fields')
  @AnswersForm(CreateProductDto, { summary: 'Get the fields of products, with the values of one' })
  fieldValues(
    @Param('product_id') id: string,
    @XCurrency() currency: string | null,
    @Caller() caller?: Principal,
  ): Promise<Single<ProductRecord>> {
    return this.get(id, currency, caller);
  }
}
