import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions, PartialType } from '@nestjs/swagger';
import { asList } from '../../../platform/http/body/field.shapes';
import { Field, type FieldOptions } from '../../../platform/http/fields';
import { PROMOTION_ACTIONS } from '../domain/promotion-definition';
import { type SentPromotion } from '../promotions.service';

/** Names are trimmed; what a customer reads or types is kept as it was typed. */
const trimmed = (raw: unknown): unknown => (typeof raw === 'string' ? raw.trim() : raw);
const asSent = (raw: unknown): unknown => raw;

/** Ids in the three ways a list can be sent; what is no list is refused with the other fields. */
function listAsSent(raw: unknown): unknown {
  try {
    return asList(raw);
  } catch {
    return raw;
  }
}

/**
 * A field that is judged with the whole record: a PUT by what the promotion would become (promotions.md 7). Here it is
 * documented, and what is sent empty is unset.
 */
function SentField(
  schema: ApiPropertyOptions,
  { required, ...options }: FieldOptions,
  read: (raw: unknown) => unknown = trimmed,
): PropertyDecorator {
  const field = Field(read, schema, options);
  return required === true
    ? applyDecorators(field, ApiProperty({ ...schema, required: true, nullable: false } as ApiPropertyOptions))
    : field;
}

const CHOICE = { type: 'string', enum: ['0', '1'] } as const;
const WHOLE = { type: 'integer', minimum: 0, maximum: 2147483647 } as const;
const DATE = { type: 'string', format: 'date' } as const;
const TREE = { type: 'object', additionalProperties: true } as const;
const RULES = 'as JSON text, in brackets or as JSON; its top is a group';

/** A new promotion (interface.md, Promotion). */
export class CreatePromotionDto {
  @SentField({ type: 'string', maxLength: 255 }, { required: true, description: 'Unique.', example: 'Spring sale' })
  title?: unknown;

  @SentField(DATE, { required: true, description: 'First day, in the time zone of the store.', example: '2026-03-01' })
  from?: unknown;

  @SentField(DATE, { required: true, description: 'Last day, in the time zone of the store.', example: '2026-03-31' })
  to?: unknown;

  @SentField(CHOICE, { required: true, description: '0 Draft, 1 Live.', example: '1' })
  status?: unknown;

  @SentField(CHOICE, { required: true, description: '1 stops further discounts once it took money off.', example: '0' })
  terminating?: unknown;

  @SentField(CHOICE, { required: true, description: '1 still applies after such a stop.', example: '0' })
  persistent?: unknown;

  @SentField(
    { type: 'string', enum: [...PROMOTION_ACTIONS] },
    { required: true, description: 'What it does.', example: 'discount_by_percent' },
  )
  action?: unknown;

  @SentField(
    { type: 'number', minimum: 0 },
    { required: true, description: 'Up to 4 decimals; its meaning depends on the action.', example: 10 },
  )
  amount?: unknown;

  @SentField(CHOICE, { required: true, description: '1 discounts the shipping price too.', example: '0' })
  apply_to_shipping?: unknown;

  @SentField(
    { type: 'string', maxLength: 255 },
    { description: 'Applies only to carts that carry this code. Unique, whatever its case.', example: 'SPRING10' },
    asSent,
  )
  discount_code?: unknown;

  @SentField(WHOLE, { description: 'Uses in all. Default 0: no limit.' })
  max_uses?: unknown;

  @SentField(WHOLE, { description: 'Uses by one customer. Default 0: no limit.' })
  customer_uses?: unknown;

  @SentField(
    { type: 'string', pattern: '^[0-9]{1,19}$' },
    { description: 'Id of the group the customer must belong to.' },
  )
  customer_group?: unknown;

  @SentField(
    { type: 'integer', minimum: -2147483648, maximum: 2147483647 },
    { description: 'A lower value is processed first. Default 0.' },
  )
  priority?: unknown;

  @SentField(
    { type: 'number', minimum: 0 },
    { description: 'A cap; its meaning depends on the action. Default 0: none.' },
  )
  max_quantity?: unknown;

  @SentField(WHOLE, { description: 'buy_x_get_y_free: matching products to buy.' })
  trigger_quantity?: unknown;

  @SentField(
    { type: 'array', items: { type: 'string' } },
    { description: 'free_ship: ids of shipping methods. One that does not exist is never chosen.' },
    listAsSent,
  )
  shipping_methods?: unknown;

  @SentField({ type: 'string', maxLength: 65536 }, { description: 'HTML for display.' }, asSent)
  description?: unknown;

  @SentField(TREE, { description: `Rules over the cart: ${RULES}.` })
  match_rules?: unknown;

  @SentField(TREE, { description: `Rules over items: ${RULES}.` })
  match_items?: unknown;

  /** What was sent, unjudged. */
  toFields(): SentPromotion {
    return sentFields(this);
  }
}

/** Changes of a promotion: what is left out stays, what is sent empty is unset. */
export class UpdatePromotionDto extends PartialType(CreatePromotionDto) {
  /** What was sent, unjudged. */
  toPatch(): SentPromotion {
    return sentFields(this);
  }
}

function sentFields(dto: object): SentPromotion {
  return Object.fromEntries(Object.entries(dto).filter(([, value]) => value !== undefined));
}
