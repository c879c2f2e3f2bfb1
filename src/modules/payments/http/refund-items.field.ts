import { getSchemaPath } from '@nestjs/swagger';
import { FieldProblem } from '../../../kernel/fields/field-problem';
import { Field, IntegerField, TextField } from '../../../platform/http/fields/fields';
import { nestedListParser } from '../../../platform/http/fields/nested-dto';
import { RefusesUnknownFields } from '../../../platform/http/fields/unknown-fields';

/** Items of one refund; an order has no more lines than a cart. */
const MAX_ITEMS = 300;

/** Units of an item that are refunded. */
@RefusesUnknownFields('an item of a refund takes sku and quantity')
export class RefundItemDto {
  @TextField({ required: true, description: 'Sku of the item.', example: 'TEA-250' })
  sku!: string;

  @IntegerField({ required: true, least: 1, most: 1_000_000, description: 'Units.', example: 1 })
  quantity!: number;
}

const NO_ITEMS = 'must be a list of sku and quantity';

const parseItems = nestedListParser(RefundItemDto, 'items');

/** Items in any of the ways to send a list; at most {@link MAX_ITEMS}. */
function readItems(raw: unknown): RefundItemDto[] | FieldProblem {
  const items = parseItems(raw);
  if (items instanceof FieldProblem) return items.nested ? items : new FieldProblem(NO_ITEMS);
  if (items.length === 0) return new FieldProblem(NO_ITEMS);
  return items.length > MAX_ITEMS ? new FieldProblem(`must hold at most ${MAX_ITEMS} items`) : items;
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
