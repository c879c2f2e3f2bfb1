import { getSchemaPath } from '@nestjs/swagger';
import { ValidationFailed } from '../../../kernel/errors';
import { FieldProblem } from '../../../kernel/fields/field-problem';
import { asJson } from '../../../platform/http/body/field.shapes';
import { readDto } from '../../../platform/http/fields/dto.pipe';
import { Field, IntegerField, TextField } from '../../../platform/http/fields/fields';

/** Items of one refund; an order has no more lines than a cart. */
const MAX_ITEMS = 300;

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
