import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ValidationFailed } from '../../../kernel/errors';
import { type SignedInCustomer } from '../../../kernel/scopes';
import { single, type Single } from '../../../platform/http/envelope';
import { List } from '../../../platform/http/fields/request-values';
import { AnswersList, AnswersOne } from '../../../platform/http/openapi/answers';
import { listed, type Listed, type ListRequest } from '../../../platform/http/pagination';
import { ForCustomers, ForStorefronts, Scoped } from '../../../platform/http/principal';
import { Me } from '../../customers/signed-in';
import { OrderRecord } from '../order.record';
import { OrdersService } from '../orders.service';

/** `/v1/customers/me/orders`: orders of the signed-in customer (storefront.md 2), without notes and payments. */
@Scoped('orders')
@ApiTags('Orders')
@ForCustomers()
@Controller('v1/customers/me/orders')
export class MyOrdersController {
  constructor(private readonly orders: OrdersService) {}

  @Get()
  @ForStorefronts()
  @AnswersList(OrderRecord, { name: 'listMyOrders', summary: 'List the orders of the customer who is signed in' })
  async list(@Me() { id }: SignedInCustomer, @List() list: ListRequest): Promise<Listed<OrderRecord>> {
    if (list.include !== undefined) throw ValidationFailed.of('include', 'is not for those who are signed in');
    return listed(await this.orders.pageOf(id, list), list);
  }

  @Get(':order_id')
  @ForStorefronts()
  @AnswersOne(OrderRecord, { name: 'getMyOrder', summary: 'Get an order of the customer who is signed in' })
  async get(@Me() me: SignedInCustomer, @Param('order_id') id: string): Promise<Single<OrderRecord>> {
    return single(await this.orders.getOf(me.id, id));
  }
}
