import { ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import { type Amount } from '../../../kernel/money';
import { BodyExamples } from '../../../platform/http/openapi/body-examples';
import {
  AmountField,
  BooleanField,
  ChoiceField,
  Field,
  IntegerField,
  TextField,
} from '../../../platform/http/fields/fields';
import { nestedParser } from '../../../platform/http/fields/nested-dto';
import { type PaymentDetails } from '../payment-gateway.port';
import { type CompletionRequest, type PaymentRequest } from '../payment-request';
import { ORDER_STATUS_KEYS, type OrderStatus } from '../../orders/order.record';
import { type Completion, type PaymentMethod } from '../domain/payment-state';
import { requireCompletion, requireMeant } from './payment-fields';
import { RefundItemDto, RefundItemsField } from './refund-items.field';

const WebAddressField = ({ description }: { description: string }): PropertyDecorator =>
  TextField({
    max: 2048,
    pattern: /^https?:\/\/[^\s]+$/i,
    message: 'must be an http or https address',
    description,
    example: 'https://shop.example/thanks',
  });

/**
 * A card or a token, never stored, logged or answered (carts.md 10): messages about it do not repeat it. Or what became of a payment
 * elsewhere.
 */
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

  @WebAddressField({ description: 'URL that the provider sends the customer to after an authentication (3-D Secure).' })
  return_url?: string | null;

  @ChoiceField({
    name: 'OrderStatus',
    keys: ORDER_STATUS_KEYS,
    description: 'Of `complete…`: status that the order gets. Default: `paid` if the payment came, else `failed`.',
    example: 'paid',
  })
  order_status?: OrderStatus | null;

  @BooleanField({ description: 'Whether the payment came. `complete` requires it; 1 by default of the other two.' })
  transaction_success?: boolean | null;

  @TextField({ description: "Of `complete…`: the provider's reference of the payment.", example: 'PAY-17' })
  transaction_reference?: string | null;
}

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

/** The body of a payment request (carts.md, table; orders-and-payments.md 14, 16). */
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

  @WebAddressField({
    description: 'URL that a payment page returns to when the customer gives up. The store keeps nothing of it.',
  })
  cancel_url?: string | null;

  @TextField({
    max: 45,
    description: "The customer's IP address. The store keeps nothing of it.",
    example: '192.0.2.7',
  })
  ip?: string | null;

  /** Rejects what would move more than was meant. @throws ValidationFailed */
  requireMeant(method: PaymentMethod): void {
    requireMeant(method, this);
  }

  /** @throws ValidationFailed */
  toCompletion(method: Completion, who: string, requestKey: string | null): CompletionRequest {
    const sent = { ...defined(this), ...defined(this.data ?? new CardDto()) };
    requireCompletion(method, { ...this, ...sent });
    return {
      isSuccess: sent.transaction_success ?? true,
      status: sent.order_status ?? null,
      reference: sent.transaction_reference ?? '',
      who,
      requestKey,
    };
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
