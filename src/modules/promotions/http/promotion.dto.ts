import { describeRequired } from '../../../platform/http/fields/described-fields';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions, PartialType } from '@nestjs/swagger';
import { asList } from '../../../platform/http/body/field.shapes';
import { Field, type FieldOptions } from '../../../platform/http/fields/fields';
import { enumSchema, sentChoiceSchema } from '../../../platform/http/openapi/record-schemas';
import { ACTION_KEYS, ACTION_LABELS, ACTION_USES, describeField } from '../domain/actions/promotion-actions';
import { AUDIENCES } from '../domain/eligibility/audience';
import { OPERATOR_USES } from '../domain/rules/operators/rule-operators';
import { RULE_TREE_FIELD } from '../rules/rule-schemas';
import { NO_YES, PROMOTION_STATUSES } from '../promotion.record';
import { withOwnNames } from '../sent-promotion';
import { type SentPromotion } from '../promotions.service';

/** Trims names. Texts that customers read or type are kept as sent. */
const trimmed = (raw: unknown): unknown => (typeof raw === 'string' ? raw.trim() : raw);
const asSent = (raw: unknown): unknown => raw;

/** Reads a list in any of the three ways it can be sent. Anything else is rejected later, together with the other fields. */
function listAsSent(raw: unknown): unknown {
  try {
    return asList(raw);
  } catch {
    return raw;
  }
}

/**
 * A field that is validated with the whole record, on a PUT with the merged one (promotions.md, Validation). Here it is only
 * documented, and a field sent empty becomes null.
 */
function SentField(
  schema: ApiPropertyOptions,
  { required, ...options }: FieldOptions,
  read: (raw: unknown) => unknown = trimmed,
): PropertyDecorator {
  const field = Field(read, schema, options);
  return required === true
    ? applyDecorators(
        field,
        describedAsRequired,
        ApiProperty({ ...schema, required: true, nullable: false } as ApiPropertyOptions),
      )
    : field;
}

function describedAsRequired(target: object, slug: string | symbol): void {
  describeRequired(target, String(slug));
}

const FlagField = (options: FieldOptions): PropertyDecorator =>
  SentField(sentChoiceSchema('YesNo', ['0', '1']), { labels: NO_YES, ...options });
const STATUS = sentChoiceSchema('PromotionStatus', ['0', '1']);
const WHOLE = { type: 'integer', minimum: 0, maximum: 2147483647 } as const;
const DATE = { type: 'string', format: 'date' } as const;
const RULES = 'A JSON object, JSON text or bracket notation; the top is a group. Empty: no restriction.';

/** A new promotion (interface.md, Promotion). */
export class CreatePromotionDto {
  @SentField(
    { type: 'string', maxLength: 255 },
    { required: true, unique: true, description: 'Name, unique among promotions.', example: 'Spring sale' },
  )
  title?: unknown;

  @SentField(DATE, {
    required: true,
    description: 'First day it applies, in the time zone of the store.',
    example: '2026-01-01',
  })
  from?: unknown;

  @SentField(DATE, {
    required: true,
    description: 'Last day it applies, in the time zone of the store.',
    example: '2099-12-31',
  })
  to?: unknown;

  @SentField(STATUS, {
    required: true,
    labels: PROMOTION_STATUSES,
    description: '0: draft, never applied. 1: live.',
    example: '1',
  })
  status?: unknown;

  @FlagField({
    required: true,
    description: '1: if this promotion gives a discount, later promotions are not applied.',
    example: '0',
  })
  terminating?: unknown;

  @FlagField({
    required: true,
    description: '1: applies even when an earlier terminating promotion stopped the rest.',
    example: '0',
  })
  persistent?: unknown;

  @FlagField({ description: 'Another name of `persistent`, which counts if both are sent.' })
  persist?: unknown;

  @SentField(enumSchema('PromotionAction', ACTION_KEYS), {
    required: true,
    labels: ACTION_LABELS,
    uses: ACTION_USES,
    description: 'The kind of discount.',
    example: 'discount_by_percent',
  })
  action?: unknown;

  @SentField(
    { type: 'number', minimum: 0 },
    { required: true, description: `Up to 4 decimals, by action. ${describeField('amount')}`, example: 10 },
  )
  amount?: unknown;

  @FlagField({
    required: true,
    description: `1: also discounts the shipping price, by action. ${describeField('apply_to_shipping')}`,
    example: '0',
  })
  apply_to_shipping?: unknown;

  @SentField(
    { type: 'string', maxLength: 255 },
    {
      unique: true,
      description: 'If set, it applies only to carts with this code. Unique, ignoring case.',
      example: 'SPRING10',
    },
    asSent,
  )
  discount_code?: unknown;

  @SentField(WHOLE, { preset: 0, description: 'Number of orders it may apply to. Default 0: unlimited.' })
  max_uses?: unknown;

  @SentField(WHOLE, {
    preset: 0,
    description: 'Number of orders of one customer it may apply to. Default 0: unlimited.',
  })
  customer_uses?: unknown;

  @SentField(
    { type: 'number', minimum: 0 },
    {
      kind: 'money',
      description:
        'Maximum sum of the discounts of all orders, in the default currency. A discount above the remaining budget is not given. Default 0: unlimited.',
      example: 500,
    },
  )
  budget?: unknown;

  @SentField(
    { type: 'string', pattern: '^[0-9]{1,19}$' },
    {
      of: 'customer_group',
      description: 'Id of a customer group. If set, it applies only to customers of that group.',
    },
  )
  customer_group?: unknown;

  @SentField(
    { type: 'string', maxLength: 64 },
    {
      description:
        'Name of a group, case-sensitive. Of the promotions with the same name, only the one that takes most off applies. Empty: no group.',
      example: 'spring',
    },
  )
  best_of?: unknown;

  @SentField(enumSchema('PromotionAudience', AUDIENCES), {
    description:
      'everybody: no code is needed. code: only carts with `discount_code`. codes: only carts with a code of its pool, nobody before there are codes. Default: by what it has.',
    example: 'code',
  })
  audience?: unknown;

  @SentField(
    { type: 'array', items: { type: 'string' }, maxItems: 100 },
    {
      of: 'promotion',
      description:
        'Ids of promotions that do not apply where this one takes something off, wherever they stand in the order; `all`: every other one. Default: none.',
      example: ['all'],
    },
    listAsSent,
  )
  excludes?: unknown;

  @SentField(
    { type: 'integer', minimum: -2147483648, maximum: 2147483647 },
    { preset: 0, description: 'Promotions with a lower value are applied first. May be negative. Default 0.' },
  )
  priority?: unknown;

  @SentField(
    { type: 'number', minimum: 0 },
    { description: `A cap, by action. ${describeField('max_quantity')} Default 0: no cap.` },
  )
  max_quantity?: unknown;

  @SentField(WHOLE, { description: `By action. ${describeField('trigger_quantity')}` })
  trigger_quantity?: unknown;

  @SentField(
    { type: 'array', items: { type: 'string' } },
    {
      of: 'shipping',
      description: `Ids of shipping methods, by action. ${describeField('shipping_methods')}`,
    },
    listAsSent,
  )
  shipping_methods?: unknown;

  @SentField(
    { type: 'string', maxLength: 65536 },
    { description: 'HTML to show to customers. The store does not interpret it.' },
    asSent,
  )
  description?: unknown;

  @SentField(RULE_TREE_FIELD, { operators: OPERATOR_USES, description: `Rules that the cart must meet. ${RULES}` })
  match_rules?: unknown;

  @SentField(RULE_TREE_FIELD, { operators: OPERATOR_USES, description: `Rules that choose the items. ${RULES}` })
  match_items?: unknown;

  /** The fields that were sent, not yet validated. */
  toFields(): SentPromotion {
    return sentFields(this);
  }
}

/** Changes of a promotion: an omitted field stays, a field sent empty is cleared. */
export class UpdatePromotionDto extends PartialType(CreatePromotionDto) {
  /** The fields that were sent, not yet validated. */
  toPatch(): SentPromotion {
    return sentFields(this);
  }
}

function sentFields(dto: object): SentPromotion {
  return withOwnNames(Object.fromEntries(Object.entries(dto).filter(([, value]) => value !== undefined)));
}
