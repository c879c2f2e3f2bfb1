import { ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import { type Amount } from '../../../kernel/money';
import { AmountField, Field, IntegerField, TextField } from '../../../platform/http/fields';
import { type PaymentRequest } from '../payments.service';
import { nestedParser } from './nested-dto';

/** A card. Never stored, logged or answered (carts.md 10); messages about it do not repeat it. */
export class CardDto {
  @TextField({ max: 32, description: 'Number. Required by the gateway dummy.', example: '4242424242424242' })
  number?: string | null;

  @IntegerField({ least: 1, most: 12, description: 'Month it expires in.', example: 12 })
  expiry_month?: number | null;

  @IntegerField({ least: 0, most: 9999, description: 'Year it expires in.', example: 2030 })
  expiry_year?: number | null;

  @TextField({ max: 4, pattern: /^\d{3,4}$/, message: 'must be 3 or 4 digits', description: 'Check number.' })
  cvv?: string | null;
}

/** What a payment may say (carts.md, table). */
@ApiExtraModels(CardDto)
export class PaymentDto {
  @Field(
    nestedParser(CardDto, 'data'),
    { oneOf: [{ type: 'string', description: 'JSON text of the same.' }, { $ref: getSchemaPath(CardDto) }] },
    { description: 'What the gateway asks for: for `dummy` a card.' },
  )
  data?: CardDto | null;

  @AmountField({ description: 'Of a refund; left out, all that is left.', example: 5 })
  amount?: Amount | null;

  toRequest(who: string): PaymentRequest {
    return { card: { number: this.data?.number ?? null }, amount: this.amount ?? null, who };
  }
}
