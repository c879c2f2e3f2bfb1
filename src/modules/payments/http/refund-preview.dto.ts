import { ApiExtraModels } from '@nestjs/swagger';
import { type Amount } from '../../../kernel/money';
import { AmountField, BooleanField } from '../../../platform/http/fields/fields';
import { type RefundRequest } from '../payment-request';
import { RefundItemDto, RefundItemsField } from './payment.dto';

/** A refund that is tried: the fields of a refund that decide its amount. */
@ApiExtraModels(RefundItemDto)
export class RefundPreviewDto {
  @AmountField({ description: 'Amount to refund. Default: all that is left.', example: 5 })
  amount?: Amount | null;

  @RefundItemsField()
  items?: RefundItemDto[] | null;

  @BooleanField({ description: '1 refunds the price of shipping, with its tax. Not with `amount`.' })
  shipping?: boolean | null;

  toRequest(): RefundRequest {
    return {
      amount: this.amount ?? null,
      items: this.items ?? null,
      shipping: this.shipping ?? false,
      // A preview of goods that cost nothing is not refused: whether they come back is not known yet.
      restock: this.amount === undefined || this.amount === null,
    };
  }
}
