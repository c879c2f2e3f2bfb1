import { isId } from '../../../kernel/ids';
import { FieldProblem } from '../../../kernel/fields/field-problem';
import { integerParser } from '../../../kernel/fields/field-parsers';
import { asJson } from '../../../platform/http/body/field.shapes';
import { Field } from '../../../platform/http/fields/fields';

/** Most categories of a request: each is locked and makes an event. */
const MOST = 500;
const LAST = 999_999;
const FORM = `must be 1 to ${MOST} positions by category id`;
const position = integerParser(0, LAST);

/** Positions by id. */
function readPositions(raw: unknown): ReadonlyMap<string, number> | FieldProblem {
  const sent = entriesOf(raw);
  if (sent === undefined || sent.length === 0 || sent.length > MOST) return new FieldProblem(FORM);
  const positions = new Map<string, number>();
  const faults: Record<string, string[]> = {};
  for (const [id, value] of sent) {
    const field = `data.${id}`;
    const read = isId(id) ? position(value) : new FieldProblem('must be the id of a category');
    if (typeof read === 'number') positions.set(id, read);
    else faults[field] = [`${field} ${read.message}`];
  }
  return Object.keys(faults).length > 0 ? new FieldProblem(FORM, faults) : positions;
}

function entriesOf(raw: unknown): [string, unknown][] | undefined {
  try {
    const sent = asJson(raw);
    return Array.isArray(sent) ? undefined : Object.entries(sent as object);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** New positions of categories: `data[<id>]=<position>` (storefront.md 12). */
export class CategoryOrderDto {
  @Field(
    readPositions,
    {
      type: 'object',
      additionalProperties: { type: 'integer', minimum: 0, maximum: LAST },
      minProperties: 1,
      maxProperties: MOST,
    },
    {
      required: true,
      description: 'Positions by category id. Categories that are not named keep theirs.',
      example: { '890123456789012345': 1 },
    },
  )
  data!: ReadonlyMap<string, number>;
}
