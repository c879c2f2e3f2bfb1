import { Body, Controller, HttpCode, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { single, type Single } from '../../../platform/http/envelope';
import { BodyOnly } from '../../../platform/http/fields/body-only';
import { AnswersChanged } from '../../../platform/http/openapi/answers';
import { Post } from '../../../platform/http/post';
import { Scoped, ScopedAs } from '../../../platform/http/principal';
import { RefundPreviewRecord } from '../refund-preview.record';
import { RefundPreviewsService } from '../refund-previews.service';
import { RefundPreviewDto } from './refund-preview.dto';

/** `/v1/orders/{order}/refunds/preview` (orders-and-payments.md 16). */
@Scoped('orders')
@ApiTags('Transactions')
@Controller('v1/orders/:order_id/refunds')
export class RefundPreviewsController {
  constructor(private readonly previews: RefundPreviewsService) {}

  @Post('preview')
  @ScopedAs('read')
  @BodyOnly()
  @HttpCode(200)
  @AnswersChanged(RefundPreviewRecord, {
    name: 'previewRefund',
    summary: 'Preview a refund',
    description:
      'Returns the amount that `POST /v1/checkout/payment/refund/{order_id}` would refund, and writes nothing.',
  })
  async preview(
    @Param('order_id') order: string,
    @Body() body: RefundPreviewDto,
  ): Promise<Single<RefundPreviewRecord>> {
    return single(await this.previews.preview(order, body.toRequest()));
  }
}
