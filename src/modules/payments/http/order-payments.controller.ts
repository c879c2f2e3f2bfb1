import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { List } from '../../../platform/http/fields/request-values';
import { AnswersList } from '../../../platform/http/openapi/answers';
import { listed, type Listed, type ListRequest } from '../../../platform/http/pagination';
import { Scoped } from '../../../platform/http/principal';
import { PaymentsService } from '../payments.service';
import { TransactionRecord } from '../transaction.record';

/** `/v1/orders/{order}/payments` (orders-and-payments.md 12). */
@Scoped('orders')
@ApiTags('Transactions')
@Controller('v1/orders/:order_id/payments')
export class OrderPaymentsController {
  constructor(private readonly payments: PaymentsService) {}

  @Get()
  @AnswersList(TransactionRecord, { name: 'listOrderPayments', summary: 'List the payments of an order' })
  async list(@Param('order_id') order: string, @List() list: ListRequest): Promise<Listed<TransactionRecord>> {
    return listed(await this.payments.pageOf(order, list), list);
  }
}
