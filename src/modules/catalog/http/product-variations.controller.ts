import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { single, type Single } from '../../../platform/http/envelope';
import { Caller, ForStorefronts, Scoped } from '../../../platform/http/principal';
import { type Principal } from '../../../kernel/scopes';
import { VariationRecord } from '../modifiers/modifier.resource';
import { ProductsService } from '../products.service';
import { AnswersById } from './by-id.answers';
import { visibleProduct } from './visible';

/** `/v1/products/{product}/variations`: those of all its modifiers, which v1 clients list (storefront.md 9). */
@Scoped('products')
@ForStorefronts()
@ApiTags('Products')
@Controller('v1/products/:product_id/variations')
export class ProductVariationsController {
  constructor(private readonly products: ProductsService) {}

  @Get()
  @AnswersById(VariationRecord, { name: 'getProductVariations', summary: 'Get the variations of a product' })
  async list(
    @Param('product_id') product: string,
    @Caller() caller?: Principal,
  ): Promise<Single<Record<string, VariationRecord>>> {
    const { modifiers } = visibleProduct(await this.products.get(product), caller);
    return single(Object.assign({}, ...Object.values(modifiers).map(({ variations }) => variations)));
  }
}
