import { ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import { ValidationFailed } from '../../../kernel/errors';
import { type Amount } from '../../../kernel/money';
import { BodyExamples } from '../../../platform/http/openapi/body-examples';
import { asJson } from '../../../platform/http/body/field.shapes';
import { readDto } from '../../../platform/http/fields/dto.pipe';
import { FieldProblem } from '../../../kernel/fields/field-problem';
import { AmountField, BooleanField, Field, IntegerField, TextField } from '../../../platform/http/fields/fields';
import { nestedParser } from '../../../platform/http/fields/nested-dto';
import { type PaymentDetails } from '../payment-gateway.port';
import { type PaymentRequest } from '../payment-request';
import { type PaymentMethod } from '../domain/payment-state';

/** Items of one refund; an order has no more lines than a cart. */
const MAX_ITEMS = 300;

/** A card or a token. Never stored, logged or answered (carts.md 10); messages about it do not repeat it. */
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

  @TextField({
    pattern: /^[A-Za-z0-9_-]+$/,
    message: 'must be letters, digits, _ or -',
    description: "Token of the provider for the customer's means of payment. The gateway `stripe` requires it.",
    example: 'pm_card_visa',
  })
  payment_method?: string | null;

  @TextField({
    max: 2048,
    pattern: /^https?:\/\/[^\s]+$/i,
    message: 'must be an http or https address',
    description: 'URL that the provider sends the customer to after an authentication (3-D Secure).',
    example: 'https://shop.example/thanks',
  })
  return_url?: string | null;
}

/** Units of an item that are refunded. */
export class RefundItemDto {
  @TextField({ required: true, description: 'Sku of the item.', example: 'TEA-250' })
  sku!: string;

  @IntegerField({ required: true, least: 1, most: 1_000_000, description: 'Units.', example: 1 })
  quantity!: number;
}

const NO_ITEMS = 'must be a list of sku and quantity';

/** Items as JSON text, a JSON list or bracket notation; at most {@link MAX_ITEMS}. */
function readItems(raw: unknown): RefundItemDto[] | FieldProblem {
  try {
    const sent = asJson(raw);
    if (!Array.isArray(sent) || sent.length === 0) return new FieldProblem(NO_ITEMS);
    if (sent.length > MAX_ITEMS) return new FieldProblem(`must hold at most ${MAX_ITEMS} items`);
    if (sent.some((item) => typeof item !== 'object' || item === null || Array.isArray(item)))
      return new FieldProblem(NO_ITEMS);
    return sent.map((item) => readDto(RefundItemDto, item));
  } catch (error) {
    if (error instanceof RangeError) return new FieldProblem(NO_ITEMS);
    if (error instanceof ValidationFailed) return new FieldProblem(`${NO_ITEMS}: ${error.message}`);
    throw error;
  }
}

/** The units of a refund. */
export const RefundItemsField = (): PropertyDecorator =>
  Field(
    readItems,
    {
      oneOf: [
        { type: 'string', description: 'The same as JSON text.' },
        { type: 'array', maxItems: MAX_ITEMS, items: { $ref: getSchemaPath(RefundItemDto) } },
      ],
    },
    { description: 'Of a refund: the units to refund, with their tax. Not with `amount`.' },
  );

/** The fields that were sent with a value. */
function defined(card: CardDto): CardDto {
  return Object.fromEntries(Object.entries(card).filter(([, value]) => value !== undefined && value !== null));
}

function detailsOf({
  number = null,
  payment_method: paymentMethod = null,
  return_url: returnUrl = null,
}: CardDto): PaymentDetails {
  return { number, paymentMethod, returnUrl };
}

const CARD = { number: '4242424242424242', expiry_month: 12, expiry_year: 2030, cvv: '123' };

/** The body of a payment request (carts.md, table; orders-that-stay-true.md 14, 16). */
@BodyExamples({ card: { summary: 'A purchase with a test card', value: { data: CARD } } })
@ApiExtraModels(CardDto, RefundItemDto)
export class PaymentDto extends CardDto {
  @Field(
    nestedParser(CardDto, 'data'),
    { oneOf: [{ type: 'string', description: 'The same as JSON text.' }, { $ref: getSchemaPath(CardDto) }] },
    {
      description:
        'Data for the gateway: for `dummy` a card, for `stripe` a token. You can also send its fields at the top level (`number=…`); the fields in `data` take precedence.',
    },
  )
  data?: CardDto | null;

  @AmountField({
    description: 'Amount to capture or refund; not of a purchase. Default: all that is left.',
    example: 5,
  })
  amount?: Amount | null;

  @RefundItemsField()
  items?: RefundItemDto[] | null;

  @BooleanField({ description: 'Of a refund: 1 refunds the price of shipping, with its tax. Not with `amount`.' })
  shipping?: boolean | null;

  @BooleanField({ description: 'Of a refund by items, or of all that is left: 1 takes the goods back into stock.' })
  restock?: boolean | null;

  @TextField({ max: 255, description: 'Of a refund: why it is made, for the books.', example: 'One mug was broken' })
  reason?: string | null;

  /**
   * Rejects an empty `amount` or `items`. Empty would mean all that is left, and an unset variable of a client is sent empty.
   * @throws ValidationFailed
   */
  requireMeant(method: PaymentMethod): void {
    if (method !== 'capture' && method !== 'refund') return;
    const empty = (['amount', 'items'] as const).find((name) => this[name] === null);
    if (empty !== undefined) throw ValidationFailed.of(empty, 'must not be empty: leave it out for all that is left');
  }

  toRequest(who: string, requestKey: string | null): Omit<PaymentRequest, 'isBuyer'> {
    return {
      details: detailsOf({ ...defined(this), ...defined(this.data ?? new CardDto()) }),
      amount: this.amount ?? null,
      items: this.items ?? null,
      shipping: this.shipping ?? false,
      restock: this.restock ?? false,
      reason: this.reason ?? null,
      who,
      requestKey,
    };
  }
}
