import { type Type } from '@nestjs/common';
import { type ApiPropertyOptions, getSchemaPath } from '@nestjs/swagger';

/** The parts of a schema besides its type. */
interface About {
  /** Name of the component that the schema becomes; without one it stays where it is used. */
  readonly title?: string;
  readonly description?: string;
  readonly nullable?: boolean;
}

/**
 * An object inside a record, all of whose properties are always there and which has no others.
 *
 * Nest takes a property's `required: [...]` for a statement about the property itself and then drops it from what its
 * parent requires; `selfRequired` keeps it there. So nested objects are made here and nowhere else.
 */
export function objectSchema(properties: Readonly<Record<string, object>>, about: About = {}): ApiPropertyOptions {
  return {
    type: 'object',
    ...about,
    additionalProperties: false,
    selfRequired: true,
    required: Object.keys(properties),
    properties,
  };
}

/** An amount of money. */
export function amountSchema(description: string, example = 119.88) {
  return { type: 'number', description, example } as const;
}

/** A closed list of words. */
interface EnumSchema extends About {
  readonly type: 'string' | 'integer';
  readonly enum: (string | number)[];
}

/** A closed list of words under a name of its own: `OrderStatus`. */
export function enumSchema(
  title: string,
  keys: readonly (string | number)[],
  about: Omit<About, 'title'> = {},
): EnumSchema {
  return { type: typeof keys[0] === 'number' ? 'integer' : 'string', title, ...about, enum: [...keys] };
}

/**
 * Keys as a request may send them: `0`, `1` and so on are taken as numbers too. Those are a range, since a generator that
 * is given two enums merges their names.
 */
export function sentChoiceSchema(name: string, keys: readonly string[]): ApiPropertyOptions {
  const words = enumSchema(name, keys);
  if (!keys.every((key, at) => key === String(at))) return words;
  return { title: `${name}Input`, anyOf: [words, { type: 'integer', minimum: 0, maximum: keys.length - 1 }] };
}

/** An enum whose words are known once all modules are registered: see `OpenWords`. */
export function openEnum(title: string, about: Omit<About, 'title'> = {}): EnumSchema {
  return enumSchema(title, [], about);
}

/**
 * Schema of a Choice: a label, and the key with its label (wire.md 2).
 * @param name of the keys as a component: `OrderStatus`; the Choice becomes `OrderStatusChoice`
 */
export function choiceSchema(
  name: string,
  labels: Readonly<Record<string, string>>,
  description?: string,
): ApiPropertyOptions {
  return choiceOfKeys(enumSchema(name, Object.keys(labels)), Object.values(labels), description);
}

/** As {@link choiceSchema}, of keys that have a schema already. */
export function choiceOfKeys(keys: EnumSchema, labels: readonly string[], description?: string): ApiPropertyOptions {
  const value = { type: 'string', enum: [...new Set(labels)], description: 'Label, for people.' };
  const title = `${String(keys.title)}Choice`;
  return objectSchema(
    { value, data: objectSchema({ key: keys, value }) },
    { title, ...(description && { description }) },
  );
}

/**
 * Schema of a relation: null, or a label and the record (wire.md 2). The records must be among the document's models.
 * @param label an example, of a relation that is never null
 */
export function relationSchema(
  record: Type | readonly Type[],
  description: string,
  label?: string,
): ApiPropertyOptions {
  const records = [record].flat();
  const refs = records.map((one: Type) => ({ $ref: getSchemaPath(one) }));
  const title = `${String(records[0]?.name.replace(/Record$/, ''))}Relation`;
  const data = refs.length === 1 && refs[0] ? refs[0] : { anyOf: refs };
  return objectSchema(
    { value: { type: 'string', description: 'Label, for people.', ...(label && { example: label }) }, data },
    { title, description, nullable: label === undefined },
  );
}

/** Names of the classes that {@link HasFurtherFields} marks. */
const withFurtherFields = new Set<string>();

/** A body or record with fields that the document does not name: those that a client sends beside the ones it knows (carts.md 12). */
export const HasFurtherFields = (): ClassDecorator => (record) => void withFurtherFields.add(record.name);

/** Returns whether the body or record of this name has fields that the document does not name. */
export const hasFurtherFields = (name: string): boolean => withFurtherFields.has(name);
