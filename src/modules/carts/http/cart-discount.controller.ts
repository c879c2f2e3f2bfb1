import { Body, Controller, Delete, HttpCode, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AnswersChanged, AnswersRemoved } from '../../../platform/http/openapi/answers';
import { removed, type Removed, single, type Single } from '../../../platform/http/envelope';
import { Post } from '../../../platform/http/post';
import { ForStorefronts, Scoped } from '../../../platform/http/principal';
import { IfMatch, type IfMatchTags } from '../../../platform/http/fields/request-values';
import { CartRecord } from '../cart.record';
import { CartsService } from '../carts.service';
import { SetDiscountCodeDto } from './cart.dto';
import { PricesInCurrency, XCurrency } from '../../settings/currency.header';

/** The discount code of a cart (carts.md, table). */
@Scoped('carts')
@ApiTags('Carts')
@Controller('v1/carts/:cart_id/discount')
export class CartDiscountController {
  constructor(private readonly carts: CartsService) {}

  @Post()
  @ForStorefronts()
  @HttpCode(200)
  @PricesInCurrency()
  @AnswersChanged(CartRecord, {
    name: 'setCartDiscountCode',
    summary: 'Set the discount code of a cart',
    description: 'Replaces the current code. If the code is rejected, `errors.reason` contains the reason as one word.',
  })
  async setCode(
    @Param('cart_id') cart: string,
    @Body() { code }: SetDiscountCodeDto,
    @XCurrency() currency: string | null,
  ): Promise<Single<CartRecord>> {
    return single(await this.carts.update(cart, { discountCode: code }, { currency }, 'code'));
  }

  @Delete()
  @ForStorefronts()
  @AnswersRemoved({ name: 'removeCartDiscountCode', summary: 'Remove the discount code of a cart' })
  async removeCode(
    @Param('cart_id') cart: string,
    @XCurrency() currency: string | null,
    @IfMatch() ifMatch: IfMatchTags,
  ): Promise<Removed> {
    await this.carts.update(cart, { discountCode: null }, { currency, ifMatch });
    return removed('Discount code');
  }
}
