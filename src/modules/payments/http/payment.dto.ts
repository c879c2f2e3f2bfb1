import { ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import { type Amount } from '../../../kernel/money';
import { BodyExamples } from '../../../platform/http/openapi/body-examples';
import { AmountField, Field, IntegerField, TextField } from '../../../platform/http/fields/fields';
import { type PaymentRequest } from '../payments.service';
import { nestedParser } from '../../../platform/http/fields/nested-dto';

/** A card. Never stored, logged or answered (carts.md 10); messages about it do not repeat it. */
export class CardDto {
  @TextField({ max: 32, description: 'Card number. The gateway `dummy` requires it.', example: '4242424242424242' })
  number?: string | null;

  @IntegerField({ least: 1, most: 12, description: 'Month in which the card expires.', example: 12 })
  expiry_month?: number | null;

  @IntegerField({ least: 0, most: 9999, description: 'Year in which the card expires.', example: 2030 })
  expiry_year?: number | null;

  @TextField({
    max: 4,
    pattern: /^\d{3,4}$/,
    message: 'must be 3 or 4 digits',
    description: 'Security code of the card.',
  })
  cvv?: string | null;
}

const CARD = { number: '4242424242424242', expiry_month: 12, expiry_year: 2030, cvv: '123' };

/** What a payment may say (carts.md, table). */
@BodyExamples({ card: { summary: 'A purchase with a test card', value: { data: CARD } } })
@ApiExtraModels(CardDto)
export class PaymentDto {
  @Field(
    nestedParser(CardDto, 'data'),
    { oneOf: [{ type: 'string', description: 'The same as JSON text.' }, { $ref: getSchemaPath(CardDto) }] },
    { description: 'Data for the gateway: for `dummy`, a card.' },
  )
  data?: CardDto | null;

  @AmountField({ description: 'Amount to refund. Default: all that is left.', example: 5 })
  amount?: Amount | null;

  toRequest(who: string): PaymentRequest {
    return { card: { number: this.data?.number ?? null }, amount: this.amount ?? null, who };
  }
}
