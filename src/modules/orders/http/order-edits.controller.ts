import { Body, Controller, HttpCode, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { single, type Single } from '../../../platform/http/envelope';
import { IfMatch, type IfMatchTags } from '../../../platform/http/fields/request-values';
import { BodyOnly } from '../../../platform/http/fields/body-only';
import { AnswersChanged } from '../../../platform/http/openapi/answers';
import { Post } from '../../../platform/http/post';
import { Actor, Scoped } from '../../../platform/http/principal';
import { type Language, MessageLanguage, TellsWhy } from '../../promotions/message-language';
import { OrderEditRecord } from '../edits/order-edit.record';
import { OrderEditsService } from '../edits/order-edits.service';
import { OrderEditDto } from './order-edit.dto';

/** `/v1/orders/{order}/edits` (orders-and-payments.md 7). */
@Scoped('orders')
@ApiTags('Orders')
@Controller('v1/orders/:order_id/edits')
export class OrderEditsController {
  constructor(private readonly edits: OrderEditsService) {}

  @Post()
  @BodyOnly()
  @HttpCode(200)
  @TellsWhy()
  @AnswersChanged(OrderEditRecord, {
    name: 'editOrder',
    summary: 'Edit the items and the shipping of an order',
    description:
      'Makes all changes in one transaction, or none. An order of a checkout is priced again with the promotions that it ' +
      'was placed with, and its stock follows. An unpaid order with nothing left due becomes paid. ' +
      'An order whose status is dispatched or later is not changed, nor is what was refunded (422).',
  })
  async edit(
    @Param('order_id') id: string,
    @Body() body: OrderEditDto,
    @Actor() who: string,
    @IfMatch() tags: IfMatchTags,
    @MessageLanguage() language: Language,
  ): Promise<Single<OrderEditRecord>> {
    return single(await this.edits.edit(id, body.toEdit(), body.dry_run ?? false, who, tags, language));
  }
}
