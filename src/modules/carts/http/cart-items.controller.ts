import { Body, Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AnswersChanged, AnswersOne, AnswersRemoved } from '../../../platform/http/openapi/answers';
import { removed, type Removed, single, type Single } from '../../../platform/http/envelope';
import { Caller, ForStorefronts, Scoped } from '../../../platform/http/principal';
import { IfMatch, type IfMatchTags } from '../../../platform/http/fields/request-values';
import { CartItemRecord, CartRecord } from '../cart.record';
import { CartsService } from '../carts.service';
import { ChangeCartItemDto } from './cart.dto';
import { PricesInCurrency, XCurrency } from '../../settings/currency.header';
import { changesFrom } from '../storefront-items';
import { type Principal } from '../../../kernel/scopes';

/** One line of a cart, by its identifier, under both spellings that clients use (carts.md). */
@Scoped('carts')
@ApiTags('Carts')
@Controller(['v1/carts/:cart_id/item', 'v1/carts/:cart_id/items'])
export class CartItemsController {
  constructor(private readonly carts: CartsService) {}

  @Get(':identifier')
  @ForStorefronts()
  @PricesInCurrency()
  @AnswersOne(CartItemRecord, { summary: 'Get an item of a cart' })
  async get(
    @Param('cart_id') cart: string,
    @Param('identifier') identifier: string,
    @XCurrency() currency: string | null,
  ): Promise<Single<CartItemRecord>> {
    return single(await this.carts.item(cart, identifier, { currency }));
  }

  @Put(':identifier')
  @ForStorefronts()
  @PricesInCurrency()
  @AnswersChanged(CartRecord, {
    name: 'updateCartItem',
    summary: 'Change an item of a cart',
    description: 'A quantity of 0 removes the item. Returns the cart.',
  })
  async change(
    @Param('cart_id') cart: string,
    @Param('identifier') identifier: string,
    @Body() body: ChangeCartItemDto,
    @XCurrency() currency: string | null,
    @IfMatch() ifMatch: IfMatchTags,
    @Caller() caller?: Principal,
  ): Promise<Single<CartRecord>> {
    return single(
      await this.carts.changeItem(cart, identifier, changesFrom(caller, body.toChanges()), { currency, ifMatch }),
    );
  }

  @Delete(':identifier')
  @ForStorefronts()
  @AnswersRemoved({ summary: 'Remove an item from a cart' })
  async remove(
    @Param('cart_id') cart: string,
    @Param('identifier') identifier: string,
    @XCurrency() currency: string | null,
    @IfMatch() ifMatch: IfMatchTags,
  ): Promise<Removed> {
    await this.carts.removeItem(cart, identifier, { currency, ifMatch });
    return removed('Cart item');
  }
}
