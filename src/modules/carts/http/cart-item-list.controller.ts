import { Body, Controller, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Principal } from '../../../kernel/scopes';
import { single, type Single } from '../../../platform/http/envelope';
import { AnswersCreated } from '../../../platform/http/openapi/answers';
import { Post } from '../../../platform/http/post';
import { Caller, Scoped } from '../../../platform/http/principal';
import { toItems } from '../cart-item-field';
import { itemFrom } from '../storefront-items';
import { CartRecord } from '../cart.record';
import { CartsService, type CartTerms } from '../carts.service';
import { ForBuyers, Terms } from '../buyer-route';
import { AddCartItemsDto } from './cart.dto';

/** Several items of a cart at once (carts.md, table). */
@Scoped('carts')
@ApiTags('Carts')
@Controller('v1/carts/:cart_id/items')
export class CartItemListController {
  constructor(private readonly carts: CartsService) {}

  @Post()
  @ForBuyers({ tellsWhy: true })
  @AnswersCreated(CartRecord, {
    name: 'addCartItems',
    summary: 'Add several items to a cart',
    description: 'Adds all of them, or none if one is rejected. Returns the cart.',
  })
  async add(
    @Param('cart_id') cart: string,
    @Body() { items }: AddCartItemsDto,
    @Terms() terms: CartTerms,
    @Caller() caller?: Principal,
  ): Promise<Single<CartRecord>> {
    const own = toItems(items).map((item) => itemFrom(caller, item));
    return single(await this.carts.add(cart, own, terms));
  }
}
