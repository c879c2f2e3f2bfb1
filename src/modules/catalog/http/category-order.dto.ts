import { isId } from '../../../kernel/ids';
import { FieldProblem } from '../../../kernel/fields/field-problem';
import { integerParser } from '../../../kernel/fields/field-parsers';
import { asJson } from '../../../platform/http/body/field.shapes';
import { Field } from '../../../platform/http/fields/fields';
import { type CategoryPlace } from '../category-places';

/** Most categories of a request: each is locked and makes an event. */
const MOST = 500;
const LAST = 999_999;
const FORM = `must be 1 to ${MOST} positions by category id`;
const position = integerParser(0, LAST);
const POSITION = { type: 'integer', minimum: 0, maximum: LAST } as const;

/** Whether a value has the parts `order` and `parent`. */
function isPlace(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** v1 also sent 0 for a category at the top. */
function readParent(sent: unknown): string | null | FieldProblem {
  const text = String(sent ?? '').trim();
  if (text === '' || text === '0') return null;
  return isId(text) ? text : new FieldProblem('must be the id of a category');
}

/** A place, and its faults by the part that they are of. */
interface ReadPlace {
  readonly place: CategoryPlace;
  readonly faults: readonly (readonly [part: string, message: string])[];
}

/** A position alone, or `{order, parent}`: what is left out stays. */
function readPlace(value: unknown): ReadPlace {
  if (isPlace(value)) return readParts(value);
  const read = position(value);
  return read instanceof FieldProblem
    ? { place: {}, faults: [['', read.message]] }
    : { place: { position: read }, faults: [] };
}

function readParts({ order, parent }: Readonly<Record<string, unknown>>): ReadPlace {
  if (order === undefined && parent === undefined) return { place: {}, faults: [['', 'must have order or parent']] };
  const read = {
    position: order === undefined ? undefined : position(order),
    parent: parent === undefined ? undefined : readParent(parent),
  };
  const parts = [['.order', read.position] as const, ['.parent', read.parent] as const];
  const faults = parts.flatMap(([part, one]) => (one instanceof FieldProblem ? [[part, one.message] as const] : []));
  return { place: read as CategoryPlace, faults };
}

/** Places by id. */
function readPlaces(raw: unknown): ReadonlyMap<string, CategoryPlace> | FieldProblem {
  const sent = entriesOf(raw);
  if (sent === undefined || sent.length === 0 || sent.length > MOST) return new FieldProblem(FORM);
  const places = new Map<string, CategoryPlace>();
  const faults: Record<string, string[]> = {};
  for (const [id, value] of sent) {
    const field = `data.${id}`;
    const { place, faults: wrong } = readPlace(value);
    if (!isId(id)) faults[field] = [`${field} must be the id of a category`];
    for (const [part, message] of isId(id) ? wrong : []) faults[`${field}${part}`] = [`${field}${part} ${message}`];
    places.set(id, place);
  }
  return Object.keys(faults).length > 0 ? new FieldProblem(FORM, faults) : places;
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

/** New places of categories: `data[<id>]=<position>`, or `data[<id>][order]` and `data[<id>][parent]` (storefront.md 12). */
export class CategoryOrderDto {
  @Field(
    readPlaces,
    {
      type: 'object',
      additionalProperties: {
        oneOf: [
          POSITION,
          {
            type: 'object',
            properties: {
              order: POSITION,
              parent: { type: 'string', description: 'Id of the parent; empty: a top category.' },
            },
          },
        ],
      },
      minProperties: 1,
      maxProperties: MOST,
    },
    {
      required: true,
      description:
        'By category id: a position, or an object with `order` and `parent`, of which what is left out stays. Categories that are not named keep their place.',
      example: { '890123456789012345': 1 },
    },
  )
  data!: ReadonlyMap<string, CategoryPlace>;
}
