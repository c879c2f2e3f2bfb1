import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { single, type Single } from '../../../platform/http/envelope';
import { List } from '../../../platform/http/fields/request-values';
import { AnswersTotals } from '../../../platform/http/openapi/answers';
import { type ListRequest } from '../../../platform/http/pagination';
import { Scoped } from '../../../platform/http/principal';
import { OrderRecord } from '../order.record';
import { OrderTotalsRecord } from '../totals/order-totals.record';
import { OrderTotalsService } from '../totals/order-totals.service';

/** `/v1/orders/totals`. Registered before the orders, whose ids would take its path. */
@Scoped('orders')
@ApiTags('Orders')
@Controller('v1/orders/totals')
export class OrderTotalsController {
  constructor(private readonly totals: OrderTotalsService) {}

  @Get()
  @AnswersTotals(OrderTotalsRecord, OrderRecord, {
    name: 'getOrderTotals',
    summary: 'Get the sums of orders',
    description: 'Returns exact sums over all orders that match the filters.',
  })
  async get(@List() list: ListRequest): Promise<Single<OrderTotalsRecord>> {
    return single(await this.totals.of(list));
  }
}
