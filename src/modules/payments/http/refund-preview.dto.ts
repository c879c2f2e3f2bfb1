import { ApiExtraModels } from '@nestjs/swagger';
import { type Amount } from '../../../kernel/money';
import { AmountField, BooleanField, TextField } from '../../../platform/http/fields/fields';
import { RefusesUnknownFields } from '../../../platform/http/fields/unknown-fields';
import { type RefundRequest } from '../payment-request';
import { REFUND_TAKES, requireFilled, requireShippingMeant } from './payment-fields';
import { RefundItemDto, RefundItemsField } from './refund-items.field';

/** A refund that is tried: the fields of a refund that decide its amount. */
@ApiExtraModels(RefundItemDto)
@RefusesUnknownFields(REFUND_TAKES)
export class RefundPreviewDto {
  @AmountField({ description: 'Amount to refund. Default: all that is left.', example: 5 })
  amount?: Amount | null;

  @RefundItemsField()
  items?: RefundItemDto[] | null;

  @BooleanField({ description: '1 refunds the price of shipping, with its tax. Not with `amount`.' })
  shipping?: boolean | null;

  @BooleanField({ description: '1 takes the goods back into stock. Units that cost nothing need it.' })
  restock?: boolean | null;

  @TextField({
    max: 255,
    description: 'Why the refund is made. It changes nothing here.',
    example: 'One mug was broken',
  })
  reason?: string | null;

  /** @throws ValidationFailed as the refund would */
  toRequest(): RefundRequest {
    requireFilled(this);
    requireShippingMeant(this);
    return {
      amount: this.amount ?? null,
      items: this.items ?? null,
      shipping: this.shipping ?? false,
      restock: this.restock ?? false,
    };
  }
}
