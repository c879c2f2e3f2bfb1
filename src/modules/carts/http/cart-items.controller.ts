import { Body, Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AnswersOne, AnswersRemoved } from '../../../platform/http/openapi/answers';
import { removed, type Removed, single, type Single } from '../../../platform/http/envelope';
import { Caller, Scoped } from '../../../platform/http/principal';
import { CartItemRecord } from '../cart-item.record';
import { CartsService, type CartTerms } from '../carts.service';
import { ForBuyers, Terms } from '../buyer-route';
import { AnswersChangedItem, type ChangedItem, changedItem } from './cart-item.answers';
import { ChangeCartItemDto } from './cart.dto';
import { changesFrom } from '../storefront-items';
import { type Principal } from '../../../kernel/scopes';

/** One line of a cart, by its identifier, under both spellings that clients use (carts.md). */
@Scoped('carts')
@ApiTags('Carts')
@Controller(['v1/carts/:cart_id/item', 'v1/carts/:cart_id/items'])
export class CartItemsController {
  constructor(private readonly carts: CartsService) {}

  @Get(':identifier')
  @ForBuyers()
  @AnswersOne(CartItemRecord, { summary: 'Get an item of a cart' })
  async get(
    @Param('cart_id') cart: string,
    @Param('identifier') identifier: string,
    @Terms() terms: CartTerms,
  ): Promise<Single<CartItemRecord>> {
    return single(await this.carts.item(cart, identifier, terms));
  }

  @Put(':identifier')
  @ForBuyers({ tellsWhy: true })
  @AnswersChangedItem()
  async change(
    @Param('cart_id') cart: string,
    @Param('identifier') identifier: string,
    @Body() body: ChangeCartItemDto,
    @Terms() terms: CartTerms,
    @Caller() caller?: Principal,
  ): Promise<ChangedItem> {
    const changes = changesFrom(caller, body.toChanges());
    return changedItem(await this.carts.changeItem(cart, identifier, changes, terms), identifier, changes);
  }

  @Delete(':identifier')
  @ForBuyers()
  @AnswersRemoved({ summary: 'Remove an item from a cart' })
  async remove(
    @Param('cart_id') cart: string,
    @Param('identifier') identifier: string,
    @Terms() terms: CartTerms,
  ): Promise<Removed> {
    await this.carts.removeItem(cart, identifier, terms);
    return removed('Cart item');
  }
}
