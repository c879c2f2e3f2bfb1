import { Body, Controller, Delete, Get, HttpCode, Param, Put, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Response } from 'express';
import {
  AnswersChanged,
  AnswersCreated,
  AnswersList,
  AnswersOne,
  AnswersRemoved,
} from '../../../platform/http/answers';
import { removed, type Removed, single, type Single } from '../../../platform/http/envelope';
import { listed, type Listed, type ListRequest } from '../../../platform/http/pagination';
import { Post } from '../../../platform/http/post';
import { Scoped } from '../../../platform/http/principal';
import { IfMatch, type IfMatchTags, List } from '../../../platform/http/request-values';
import { CartRecord } from '../cart.record';
import { CartsService } from '../carts.service';
import { AddCartItemDto, SetDiscountCodeDto, UpdateCartDto } from './cart.dto';
import { AnswersWhether } from './whether.answers';
import { PricesInCurrency, XCurrency } from './currency.header';

/** `/v1/carts` (carts.md). The client makes the id; the first write makes the cart. */
@Scoped('carts')
@ApiTags('Carts')
@Controller('v1/carts')
export class CartsController {
  constructor(private readonly carts: CartsService) {}

  @Get()
  @PricesInCurrency()
  @AnswersList(CartRecord, { summary: 'List carts' })
  async list(@List() list: ListRequest, @XCurrency() currency: string | null): Promise<Listed<CartRecord>> {
    return listed(await this.carts.page(list, { currency }), list);
  }

  @Get(':cart_id')
  @PricesInCurrency()
  @AnswersOne(CartRecord, {
    summary: 'Get the contents of a cart',
    description: 'Worked out afresh. A cart that nobody has written to is empty; asking for it stores nothing.',
  })
  async contents(@Param('cart_id') cart: string, @XCurrency() currency: string | null): Promise<Single<CartRecord>> {
    return single(await this.carts.contents(cart, { currency }));
  }

  @Post(':cart_id')
  @PricesInCurrency()
  @AnswersCreated(CartRecord, {
    summary: 'Add a product or a custom item',
    description: 'What is in the cart already gets more of it. Answers the cart.',
  })
  async add(
    @Param('cart_id') cart: string,
    @Body() body: AddCartItemDto,
    @XCurrency() currency: string | null,
  ): Promise<Single<CartRecord>> {
    return single(await this.carts.add(cart, body.toItem(), { currency }));
  }

  @Put(':cart_id')
  @PricesInCurrency()
  @AnswersChanged(CartRecord, { summary: 'Change a cart' })
  async update(
    @Param('cart_id') cart: string,
    @Body() { discount_code: code }: UpdateCartDto,
    @XCurrency() currency: string | null,
    @IfMatch() ifMatch: IfMatchTags,
  ): Promise<Single<CartRecord>> {
    return single(await this.carts.setCode(cart, code, 'discount_code', { currency, ifMatch }));
  }

  @Delete(':cart_id')
  @AnswersRemoved({ summary: 'Empty a cart', description: 'Removes it with its items and its discount code.' })
  async empty(
    @Param('cart_id') cart: string,
    @XCurrency() currency: string | null,
    @IfMatch() ifMatch: IfMatchTags,
  ): Promise<Removed> {
    await this.carts.empty(cart, { currency, ifMatch });
    return removed('Cart');
  }

  @Get(':cart_id/has/:product_id')
  @AnswersWhether('Ask whether a product is in a cart')
  async has(
    @Param('cart_id') cart: string,
    @Param('product_id') product: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<{ status: boolean }> {
    const isThere = await this.carts.has(cart, product);
    response.status(isThere ? 200 : 404);
    return { status: isThere };
  }

  @Post(':cart_id/discount')
  @HttpCode(200)
  @PricesInCurrency()
  @AnswersChanged(CartRecord, {
    summary: 'Set the discount code of a cart',
    description: 'Replaces the present one. When it is refused, `errors.reason` says why in one word.',
  })
  async setCode(
    @Param('cart_id') cart: string,
    @Body() { code }: SetDiscountCodeDto,
    @XCurrency() currency: string | null,
  ): Promise<Single<CartRecord>> {
    return single(await this.carts.setCode(cart, code, 'code', { currency }));
  }

  @Delete(':cart_id/discount')
  @AnswersRemoved({ summary: 'Take the discount code off a cart' })
  async removeCode(
    @Param('cart_id') cart: string,
    @XCurrency() currency: string | null,
    @IfMatch() ifMatch: IfMatchTags,
  ): Promise<Removed> {
    await this.carts.setCode(cart, null, 'code', { currency, ifMatch });
    return removed('Discount code');
  }
}
