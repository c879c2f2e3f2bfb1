import { Body, Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AnswersChanged, AnswersCreated, AnswersOne } from '../../../platform/http/openapi/answers';
import { RemovesSeveral } from '../../../platform/http/removes-several';
import { removed, type Removed, single, type Single } from '../../../platform/http/envelope';
import { Post } from '../../../platform/http/post';
import { Caller, ForStorefronts, Scoped } from '../../../platform/http/principal';
import { AnswersForm } from '../../../platform/http/fields/form.interceptor';
import { IfMatch, type IfMatchTags } from '../../../platform/http/fields/request-values';
import { CreateModifierDto, ModifierRecord, UpdateModifierDto } from '../modifiers/modifier.resource';
import { modifierOf, ModifiersService } from '../modifiers/modifiers.service';
import { ProductsService } from '../products.service';
import { type Principal } from '../../../kernel/scopes';
import { AnswersById } from './by-id.answers';
import { visibleProduct } from './visible';

/** `/v1/products/{product}/modifiers` (orders-and-payments.md 29). */
@Scoped('products')
@ForStorefronts()
@ApiTags('Products')
@Controller('v1/products/:product_id/modifiers')
export class ModifiersController {
  constructor(
    private readonly modifiers: ModifiersService,
    private readonly products: ProductsService,
  ) {}

  @Get('fields')
  @ForStorefronts()
  @AnswersForm(CreateModifierDto, { summary: 'Get the fields of modifiers' })
  fields(@Param('product_id') _product: string): Single<object> {
    return single({});
  }

  @Post()
  @AnswersCreated(ModifierRecord, { summary: 'Create a modifier of a product' })
  async create(@Param('product_id') product: string, @Body() body: CreateModifierDto): Promise<Single<ModifierRecord>> {
    return single(await this.modifiers.create(product, body));
  }

  @Get()
  @AnswersById(ModifierRecord, { name: 'getModifiers', summary: 'Get the modifiers of a product' })
  async list(
    @Param('product_id') product: string,
    @Caller() caller?: Principal,
  ): Promise<Single<Record<string, ModifierRecord>>> {
    return single(visibleProduct(await this.products.get(product), caller).modifiers);
  }

  @Get(':modifier_id')
  @AnswersOne(ModifierRecord, { summary: 'Get a modifier' })
  async get(
    @Param('product_id') product: string,
    @Param('modifier_id') id: string,
    @Caller() caller?: Principal,
  ): Promise<Single<ModifierRecord>> {
    return single(modifierOf(visibleProduct(await this.products.get(product), caller), id));
  }

  @Put(':modifier_id')
  @AnswersChanged(ModifierRecord, { summary: 'Change a modifier' })
  async update(
    @Param('product_id') product: string,
    @Param('modifier_id') id: string,
    @Body() body: UpdateModifierDto,
    @IfMatch() tags: IfMatchTags,
  ): Promise<Single<ModifierRecord>> {
    return single(await this.modifiers.update({ product, id }, body, tags));
  }

  @Delete(':modifier_id')
  @RemovesSeveral({ summary: 'Remove a modifier with its variations' })
  async remove(
    @Param('product_id') product: string,
    @Param('modifier_id') id: string,
    @IfMatch() tags: IfMatchTags,
  ): Promise<Removed> {
    await this.modifiers.remove({ product, id }, tags);
    return removed('Modifier');
  }

  @Get(':modifier_id/fields')
  @AnswersForm(CreateModifierDto, { summary: 'Get the fields of modifiers, with the values of one' })
  fieldValues(
    @Param('product_id') product: string,
    @Param('modifier_id') id: string,
    @Caller() caller?: Principal,
  ): Promise<Single<ModifierRecord>> {
    return this.get(product, id, caller);
  }
}
