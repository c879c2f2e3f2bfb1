import { Body, Controller, Delete, Get, Param, Put, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Response } from 'express';
import { AnswersCreated, AnswersList, AnswersOne, AnswersRemoved } from '../../../platform/http/openapi/answers';
import { removed, type Removed, single, type Single } from '../../../platform/http/envelope';
import { listed, type Listed, type ListRequest } from '../../../platform/http/pagination';
import { Post } from '../../../platform/http/post';
import { Actor, Caller, ForStorefronts, Scoped } from '../../../platform/http/principal';
import { AnswersForm } from '../../../platform/http/fields/form.interceptor';
import { IfMatch, type IfMatchTags, List } from '../../../platform/http/fields/request-values';
import { type Principal } from '../../../kernel/scopes';
import { itemFor } from '../order-for';
import { OrderItemRecord } from '../order-item.record';
import { OrderItemsService } from '../order-items.service';
import { AnswersChangedItem, TakesSku } from './order-item.answers';
import { PutOrderItemDto, RemoveOrderItemDto, requiredSku, skuToRemove } from './order-item.dto';

/** `/v1/orders/{order}/items` (interface.md, Order item; carts.md, Order items). */
@Scoped('orders')
@ApiTags('Order items')
@Controller('v1/orders/:order_id/items')
export class OrderItemsController {
  constructor(private readonly items: OrderItemsService) {}

  @Get('fields')
  @ForStorefronts()
  @AnswersForm(PutOrderItemDto, { summary: 'Get the fields of order items' })
  fields(@Param('order_id') _order: string): Single<object> {
    return single({});
  }

  @Post()
  @AnswersCreated(OrderItemRecord, {
    name: 'addOrderItem',
    summary: 'Add an item, or change the item with the same sku',
  })
  @AnswersChangedItem()
  add(
    @Param('order_id') order: string,
    @Body() body: PutOrderItemDto,
    @Actor() who: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Single<OrderItemRecord>> {
    return this.change(order, body, who, response, undefined);
  }

  @Put()
  @AnswersCreated(OrderItemRecord, { name: 'putOrderItem', summary: 'Change an item by its sku, or add it' })
  @AnswersChangedItem()
  async change(
    @Param('order_id') order: string,
    @Body() body: PutOrderItemDto,
    @Actor() who: string,
    @Res({ passthrough: true }) response: Response,
    @IfMatch() tags: IfMatchTags,
  ): Promise<Single<OrderItemRecord>> {
    const { record, isNew } = await this.items.put(order, body.toFields(), who, tags);
    response.status(isNew ? 201 : 200);
    return single(record);
  }

  @Get()
  @ForStorefronts({ ownOrder: 'order_id' })
  @AnswersList(OrderItemRecord, { summary: 'List the items of an order' })
  async list(
    @Param('order_id') order: string,
    @List() list: ListRequest,
    @Caller() caller?: Principal,
  ): Promise<Listed<OrderItemRecord>> {
    const { rows, total } = await this.items.page(order, list);
    return listed({ total, rows: rows.map((item) => itemFor(caller, item)) }, list);
  }

  @Get(':item_id')
  @AnswersOne(OrderItemRecord, { summary: 'Get an item of an order' })
  async get(@Param('order_id') order: string, @Param('item_id') id: string): Promise<Single<OrderItemRecord>> {
    return single(await this.items.get(order, id));
  }

  @Delete()
  @AnswersRemoved({ name: 'removeOrderItemBySku', summary: 'Remove an item from an order by its sku' })
  @TakesSku()
  async removeBySku(
    @Param('order_id') order: string,
    @Body() body: RemoveOrderItemDto,
    @Query('sku') query: unknown,
    @Actor() who: string,
    @IfMatch() tags: IfMatchTags,
  ): Promise<Removed> {
    await this.items.removeBySku(order, requiredSku(body, query), who, tags);
    return removed('Order item');
  }

  @Delete(':item_id')
  @AnswersRemoved({ summary: 'Remove an item from an order' })
  @TakesSku()
  async remove(
    @Param('order_id') order: string,
    @Param('item_id') id: string,
    @Body() body: RemoveOrderItemDto,
    @Query('sku') sku: unknown,
    @Actor() who: string,
    @IfMatch() tags: IfMatchTags,
  ): Promise<Removed> {
    await this.items.remove(order, id, skuToRemove(body, sku), who, tags);
    return removed('Order item');
  }

  @Get(':item_id/fields')
  @AnswersForm(PutOrderItemDto, { summary: 'Get the fields of order items, with the values of one' })
  fieldValues(@Param('order_id') order: string, @Param('item_id') id: string): Promise<Single<OrderItemRecord>> {
    return this.get(order, id);
  }
}
