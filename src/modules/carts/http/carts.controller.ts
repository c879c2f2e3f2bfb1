import { Body, Controller, Delete, Get, Param, Put, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { TellsWhy } from '../../promotions/message-language';
import { type Response } from 'express';
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
import { List } from '../../../platform/http/fields/request-values';
import { CartRecord } from '../cart.record';
import { CartsService, type CartTerms } from '../carts.service';
import { ForBuyers, Terms } from '../buyer-route';
import { AddCartItemDto } from '../cart-item-field';
import { UpdateCartDto } from './cart.dto';
import { AnswersWhether } from './whether.answers';
import { PricesInCurrency } from '../../settings/currency.header';
import { requireNoCustomer, requireOwn } from '../storefront-customer';
import { itemFrom } from '../storefront-items';
import { type Principal } from '../../../kernel/scopes';

/** `/v1/carts` (carts.md). The client makes the id; the first write makes the cart. */
@Scoped('carts')
@ApiTags('Carts')
@Controller('v1/carts')
export class CartsController {
  constructor(private readonly carts: CartsService) {}

  @Get()
  @PricesInCurrency()
  @TellsWhy()
  @AnswersList(CartRecord, { summary: 'List carts' })
  async list(@List() list: ListRequest, @Terms() terms: CartTerms): Promise<Listed<CartRecord>> {
    return listed(await this.carts.page(list, terms), list);
  }

  @Get(':cart_id')
  @ForBuyers({ tellsWhy: true })
  @AnswersOne(CartRecord, {
    name: 'getCart',
    summary: 'Get a cart',
    description: 'Prices the cart with the current products. An unknown id returns an empty cart and stores nothing.',
  })
  async contents(@Param('cart_id') cart: string, @Terms() terms: CartTerms): Promise<Single<CartRecord>> {
    return single(await this.carts.contents(cart, terms));
  }

  @Post(':cart_id')
  @ForBuyers({ tellsWhy: true })
  @AnswersCreated(CartRecord, {
    name: 'addCartItem',
    summary: 'Add a product or a custom item',
    description:
      'If the product is already in the cart, its quantity increases. Fields that the store does not know are kept with the item: at most ' +
      '20 an item, and 65,536 characters of their names and values in a cart. Returns the cart.',
  })
  async add(
    @Param('cart_id') cart: string,
    @Body() body: AddCartItemDto,
    @Terms() terms: CartTerms,
    @Caller() caller?: Principal,
  ): Promise<Single<CartRecord>> {
    return single(await this.carts.add(cart, [itemFrom(caller, body.toItem())], terms));
  }

  @Put(':cart_id')
  @ForBuyers({ tellsWhy: true })
  @AnswersChanged(CartRecord, { summary: 'Change a cart' })
  async update(
    @Param('cart_id') cart: string,
    @Body() { discount_code: discountCode, customer }: UpdateCartDto,
    @Terms() terms: CartTerms,
    @Caller() caller?: Principal,
  ): Promise<Single<CartRecord>> {
    requireOwn(terms.signedIn, customer);
    if (terms.signedIn === undefined) requireNoCustomer(caller, customer);
    return single(await this.carts.update(cart, { discountCode, customer }, terms));
  }

  @Delete(':cart_id')
  @ForStorefronts()
  @AnswersRemoved({
    name: 'emptyCart',
    summary: 'Empty a cart',
    description: 'Removes its items and its discount code.',
  })
  async empty(@Param('cart_id') cart: string, @Terms() terms: CartTerms): Promise<Removed> {
    await this.carts.empty(cart, terms);
    return removed('Cart');
  }

  @Get(':cart_id/has/:product_id')
  @ForStorefronts()
  @AnswersWhether('isProductInCart', 'Check whether a product is in a cart')
  async has(
    @Param('cart_id') cart: string,
    @Param('product_id') product: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<{ status: boolean }> {
    const isThere = await this.carts.has(cart, product);
    response.status(isThere ? 200 : 404);
    return { status: isThere };
  }
}
