import { Body, Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import { AnswersChanged, AnswersCreated, AnswersList, AnswersOne } from '../../../platform/http/openapi/answers';
import { RemovesSeveral } from '../../../platform/http/removes-several';
import { removed, type Removed, single, type Single } from '../../../platform/http/envelope';
import { listed, type Listed, type ListRequest } from '../../../platform/http/pagination';
import { Post } from '../../../platform/http/post';
import { Actor, Caller, ForStorefronts, Scoped } from '../../../platform/http/principal';
import { AnswersForm } from '../../../platform/http/fields/form.interceptor';
import { IfMatch, type IfMatchTags, Include, List } from '../../../platform/http/fields/request-values';
import { OrderIncludesService } from '../order-includes.service';
import { orderStatusChangeRecord, OrderStatusChangeRecord } from '../history/order-status-change.record';
import { OrderRecord } from '../order.record';
import { OrdersService } from '../orders.service';
import { CreateOrderDto, UpdateOrderDto } from './order.dto';
import { INCLUDE, SEARCH, STRICT } from './order-parameters';
import { StorefrontRefused } from '../../../platform/http/http.errors';
import { orderFor } from '../order-for';
import { type Principal } from '../../../kernel/scopes';

/** `/v1/orders` (interface.md, Orders). */
@Scoped('orders')
@ApiTags('Orders')
@Controller('v1/orders')
export class OrdersController {
  constructor(
    private readonly orders: OrdersService,
    private readonly includes: OrderIncludesService,
  ) {}

  @Get('fields')
  @ForStorefronts()
  @AnswersForm(CreateOrderDto, { summary: 'Get the fields of orders' })
  fields(): Single<object> {
    return single({});
  }

  @Post()
  @AnswersCreated(OrderRecord, {
    summary: 'Create an order',
    description: 'An order that is made `paid` has a payment of method `recorded` of its total.',
  })
  async create(@Body() body: CreateOrderDto, @Actor() who: string): Promise<Single<OrderRecord>> {
    return single(await this.orders.create(body.toFields(), who));
  }

  @Get()
  @AnswersList(OrderRecord, { summary: 'List orders' })
  @ApiQuery(INCLUDE)
  async list(@List() list: ListRequest): Promise<Listed<OrderRecord>> {
    return listed(await this.orders.page(list, this.includes.toPage(list.include)), list);
  }

  @Get('search')
  @AnswersList(OrderRecord, SEARCH)
  @ApiQuery(STRICT)
  @ApiQuery(INCLUDE)
  async search(@List() list: ListRequest): Promise<Listed<OrderRecord>> {
    return listed(await this.orders.search(list, this.includes.toPage(list.include)), list);
  }

  @Get(':order_id')
  @ForStorefronts({ ownOrder: 'order_id' })
  @AnswersOne(OrderRecord, { summary: 'Get an order' })
  @ApiQuery(INCLUDE)
  async get(
    @Param('order_id') id: string,
    @Include() include: string | undefined,
    @Caller() caller?: Principal,
  ): Promise<Single<OrderRecord>> {
    const order = orderFor(caller, await this.orders.get(id));
    if (include === undefined) return single(order);
    // Payments, shipments and notes are for the shop.
    if (caller?.storefront !== undefined) throw new StorefrontRefused();
    const [shown = order] = await this.includes.add([order], include);
    return single(shown, order);
  }

  @Put(':order_id')
  @AnswersChanged(OrderRecord, {
    summary: 'Change an order',
    description:
      'Change items at `/v1/orders/{order_id}/items`. The status `paid` records a payment of the `balance`, of method `recorded`: use it for money that came outside the store.',
  })
  async update(
    @Param('order_id') id: string,
    @Body() body: UpdateOrderDto,
    @Actor() who: string,
    @IfMatch() tags: IfMatchTags,
  ): Promise<Single<OrderRecord>> {
    return single(await this.orders.update(id, body.toPatch(), who, tags));
  }

  @Delete(':order_id')
  @RemovesSeveral({ summary: 'Remove an order with its items' })
  async remove(@Param('order_id') id: string, @IfMatch() tags: IfMatchTags): Promise<Removed> {
    await this.orders.remove(id, tags);
    return removed('Order');
  }

  @Get(':order_id/history')
  @AnswersList(OrderStatusChangeRecord, {
    name: 'listOrderHistory',
    summary: 'List the changes of the status of an order, and its edits',
  })
  async history(@Param('order_id') id: string, @List() list: ListRequest): Promise<Listed<OrderStatusChangeRecord>> {
    const page = await this.orders.historyOf(id, list);
    return listed({ ...page, rows: page.rows.map(orderStatusChangeRecord) }, list);
  }

  @Get(':order_id/fields')
  @ForStorefronts({ ownOrder: 'order_id' })
  @AnswersForm(CreateOrderDto, { summary: 'Get the fields of orders, with the values of one' })
  fieldValues(@Param('order_id') id: string, @Caller() caller?: Principal): Promise<Single<OrderRecord>> {
    return this.get(id, undefined, caller);
  }
}
