import { Body, Controller, Delete, HttpCode, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AnswersChanged, AnswersRemoved } from '../../../platform/http/openapi/answers';
import { removed, type Removed, single, type Single } from '../../../platform/http/envelope';
import { Post } from '../../../platform/http/post';
import { Scoped } from '../../../platform/http/principal';
import { CartRecord } from '../cart.record';
import { CartsService, type CartTerms } from '../carts.service';
import { ForBuyers, Terms } from '../buyer-route';
import { SetDiscountCodeDto } from './cart.dto';

/** The discount code of a cart (carts.md, table). */
@Scoped('carts')
@ApiTags('Carts')
@Controller('v1/carts/:cart_id/discount')
export class CartDiscountController {
  constructor(private readonly carts: CartsService) {}

  @Post()
  @ForBuyers({ tellsWhy: true })
  @HttpCode(200)
  @AnswersChanged(CartRecord, {
    name: 'setCartDiscountCode',
    summary: 'Set the discount code of a cart',
    description: 'Replaces the current code. If the code is rejected, `errors.reason` contains the reason as one word.',
  })
  async setCode(
    @Param('cart_id') cart: string,
    @Body() { code }: SetDiscountCodeDto,
    @Terms() terms: CartTerms,
  ): Promise<Single<CartRecord>> {
    return single(await this.carts.update(cart, { discountCode: code }, terms, 'code'));
  }

  @Delete()
  @ForBuyers()
  @AnswersRemoved({ name: 'removeCartDiscountCode', summary: 'Remove the discount code of a cart' })
  async removeCode(@Param('cart_id') cart: string, @Terms() terms: CartTerms): Promise<Removed> {
    await this.carts.update(cart, { discountCode: null }, terms);
    return removed('Discount code');
  }
}
