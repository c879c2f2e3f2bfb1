import { Body, Controller, Delete, Get, Param, Put, Query, Res } from '@nestjs/common';
import { ApiConsumes, ApiOkResponse, ApiQuery, ApiTags } from '@nestjs/swagger';
import { type Response } from 'express';
import {
  AnswersCreated,
  AnswersList,
  AnswersOne,
  AnswersRemoved,
  BODY_TYPES,
  envelopeOf,
} from '../../../platform/http/openapi/answers';
import { removed, type Removed, single, type Single } from '../../../platform/http/envelope';
import { listed, type Listed, type ListRequest } from '../../../platform/http/pagination';
import { Post } from '../../../platform/http/post';
import { Actor, Caller, ForStorefronts, Scoped } from '../../../platform/http/principal';
import { IfMatch, type IfMatchTags, List } from '../../../platform/http/fields/request-values';
import { type Principal } from '../../../kernel/scopes';
import { itemFor } from '../order-for';
import { OrderItemRecord } from '../order-item.record';
import { OrderItemsService } from '../order-items.service';
import { PutOrderItemDto, RemoveOrderItemDto, requiredSku, skuToRemove } from './order-item.dto';

const CHANGED = { description: 'The item with this sku was changed.', ...envelopeOf(OrderItemRecord) };

const SKU = {
  name: 'sku',
  required: false,
  description: 'Sku of the item, if the body has none. Where the path names the item, it must be its own.',
  schema: { type: 'string' },
} as const;

/** `/v1/orders/{order}/items` (interface.md, Order item; carts.md, Order items). */
@Scoped('orders')
@ApiTags('Order items')
@Controller('v1/orders/:order_id/items')
export class OrderItemsController {
  constructor(private readonly items: OrderItemsService) {}

  @Post()
  @AnswersCreated(OrderItemRecord, {
    name: 'addOrderItem',
    summary: 'Add an item, or change the item with the same sku',
  })
  @ApiOkResponse(CHANGED)
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
  @ApiOkResponse(CHANGED)
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
  @ApiConsumes(...BODY_TYPES)
  @ApiQuery(SKU)
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
  @ApiConsumes(...BODY_TYPES)
  @ApiQuery(SKU)
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
}
