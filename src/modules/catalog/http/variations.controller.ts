import { Body, Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AnswersChanged, AnswersCreated, AnswersOne } from '../../../platform/http/openapi/answers';
import { RemovesSeveral } from '../../../platform/http/removes-several';
import { removed, type Removed, single, type Single } from '../../../platform/http/envelope';
import { Post } from '../../../platform/http/post';
import { Caller, ForStorefronts, Scoped } from '../../../platform/http/principal';
import { AnswersForm } from '../../../platform/http/fields/form.interceptor';
import { IfMatch, type IfMatchTags } from '../../../platform/http/fields/request-values';
import { CreateVariationDto, VariationRecord, UpdateVariationDto } from '../modifiers/modifier.resource';
import { modifierOf } from '../modifiers/modifiers.service';
import { ProductsService } from '../products.service';
import { variationOf, VariationsService } from '../modifiers/variations.service';
import { type Principal } from '../../../kernel/scopes';
import { AnswersById } from './by-id.answers';
import { visibleProduct } from './visible';

/** `/v1/products/{product}/modifiers/{modifier}/variations` (orders-and-payments.md 29). */
@Scoped('products')
@ForStorefronts()
@ApiTags('Products')
@Controller('v1/products/:product_id/modifiers/:modifier_id/variations')
export class VariationsController {
  constructor(
    private readonly variations: VariationsService,
    private readonly products: ProductsService,
  ) {}

  @Get('fields')
  @ForStorefronts()
  @AnswersForm(CreateVariationDto, { summary: 'Get the fields of variations' })
  fields(@Param('modifier_id') _modifier: string, @Param('product_id') _product: string): Single<object> {
    return single({});
  }

  @Post()
  @AnswersCreated(VariationRecord, { summary: 'Create a variation of a modifier' })
  async create(
    @Param('product_id') product: string,
    @Param('modifier_id') modifier: string,
    @Body() body: CreateVariationDto,
  ): Promise<Single<VariationRecord>> {
    return single(await this.variations.create({ product, modifier }, body));
  }

  @Get()
  @AnswersById(VariationRecord, { name: 'getVariations', summary: 'Get the variations of a modifier' })
  async list(
    @Param('product_id') product: string,
    @Param('modifier_id') modifier: string,
    @Caller() caller?: Principal,
  ): Promise<Single<Record<string, VariationRecord>>> {
    return single(modifierOf(visibleProduct(await this.products.get(product), caller), modifier).variations);
  }

  @Get(':variation_id')
  @AnswersOne(VariationRecord, { summary: 'Get a variation' })
  async get(
    @Param('product_id') product: string,
    @Param('modifier_id') modifier: string,
    @Param('variation_id') id: string,
    @Caller() caller?: Principal,
  ): Promise<Single<VariationRecord>> {
    const shown = visibleProduct(await this.products.get(product), caller);
    return single(variationOf(modifierOf(shown, modifier), id));
  }

  @Put(':variation_id')
  @AnswersChanged(VariationRecord, { summary: 'Change a variation' })
  async update(
    @Param('product_id') product: string,
    @Param('modifier_id') modifier: string,
    @Param('variation_id') id: string,
    @Body() body: UpdateVariationDto,
    @IfMatch() tags: IfMatchTags,
  ): Promise<Single<VariationRecord>> {
    return single(await this.variations.update({ product, modifier, id }, body, tags));
  }

  @Delete(':variation_id')
  @RemovesSeveral({ summary: 'Remove a variation' })
  async remove(
    @Param('product_id') product: string,
    @Param('modifier_id') modifier: string,
    @Param('variation_id') id: string,
    @IfMatch() tags: IfMatchTags,
  ): Promise<Removed> {
    await this.variations.remove({ product, modifier, id }, tags);
    return removed('Variation');
  }

  @Get(':variation_id/fields')
  @AnswersForm(CreateVariationDto, { summary: 'Get the fields of variations, with the values of one' })
  fieldValues(
    @Param('product_id') product: string,
    @Param('modifier_id') modifier: string,
    @Param('variation_id') id: string,
    @Caller() caller?: Principal,
  ): Promise<Single<VariationRecord>> {
    return this.get(product, modifier, id, caller);
  }
}
