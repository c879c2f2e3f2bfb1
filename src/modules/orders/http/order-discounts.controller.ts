import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AnswersList } from '../../../platform/http/openapi/answers';
import { listed, type Listed, type ListRequest } from '../../../platform/http/pagination';
import { Scoped } from '../../../platform/http/principal';
import { List } from '../../../platform/http/fields/request-values';
import { OrderDiscountRecord } from '../discounts/order-discount.record';
import { OrderDiscountsService } from '../discounts/order-discounts.service';

/** `/v1/orders/{order}/discounts` (promotions.md 37). */
@Scoped('orders')
@ApiTags('Orders')
@Controller('v1/orders/:order_id/discounts')
export class OrderDiscountsController {
  constructor(private readonly discounts: OrderDiscountsService) {}

  @Get()
  @AnswersList(OrderDiscountRecord, {
    summary: 'List the discounts of an order',
    description: 'Returns the discounts as they were at checkout, in the order they were applied.',
  })
  async list(@Param('order_id') order: string, @List() list: ListRequest): Promise<Listed<OrderDiscountRecord>> {
    return listed(await this.discounts.page(order, list), list);
  }
}
