import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { single, type Single } from '../../../platform/http/envelope';
import { List } from '../../../platform/http/fields/request-values';
import { AnswersList, AnswersOne, AnswersTotals } from '../../../platform/http/openapi/answers';
import { listed, type Listed, type ListRequest } from '../../../platform/http/pagination';
import { Scoped } from '../../../platform/http/principal';
import { PaymentsService } from '../payments.service';
import { TransactionRecord } from '../transaction.record';
import { TransactionTotalsRecord } from '../transaction-totals.record';

/** `/v1/transactions` (orders-and-payments.md 12). */
@Scoped('orders')
@ApiTags('Transactions')
@Controller('v1/transactions')
export class TransactionsController {
  constructor(private readonly payments: PaymentsService) {}

  @Get()
  @AnswersList(TransactionRecord, { summary: 'List payments, captures, refunds and voids' })
  async list(@List() list: ListRequest): Promise<Listed<TransactionRecord>> {
    return listed(await this.payments.page(list), list);
  }

  @Get('totals')
  @AnswersTotals(TransactionTotalsRecord, TransactionRecord, {
    name: 'getTransactionTotals',
    summary: 'Get the money that transactions moved',
    description: 'Returns exact sums over all transactions that match the filters.',
  })
  async totals(@List() list: ListRequest): Promise<Single<TransactionTotalsRecord>> {
    return single(await this.payments.totals(list));
  }

  @Get(':transaction_id')
  @AnswersOne(TransactionRecord, { summary: 'Get a payment, capture, refund or void' })
  async get(@Param('transaction_id') id: string): Promise<Single<TransactionRecord>> {
    return single(await this.payments.get(id));
  }
}
