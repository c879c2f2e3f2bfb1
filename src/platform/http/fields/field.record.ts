import { ApiProperty } from '@nestjs/swagger';
import { COUNTRY_CODES, countryName } from '../../../kernel/iso-codes';
import { enumSchema } from '../openapi/record-schemas';
import { type DescribedField, FIELD_KINDS, type FieldKind } from './described-fields';

/** A field that a resource is made with (storefront.md 7). */
export class FieldRecord {
  @ApiProperty({ type: String, description: 'Name of the field in requests.', example: 'first_name' })
  slug!: string;

  @ApiProperty({ type: String, description: 'Name for people.', example: 'First name' })
  name!: string;

  @ApiProperty(enumSchema('FieldType', FIELD_KINDS, { description: 'Kind of the value.' }))
  type!: FieldKind;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Names by key, for a choice and for a country; empty for other types.',
    example: {},
  })
  options!: Record<string, string>;

  @ApiProperty({ type: Boolean, description: 'Whether it must be sent to make a record.' })
  required!: boolean;

  @ApiProperty({ type: Boolean, description: 'Whether no two records may have the same value.' })
  unique!: boolean;

  @ApiProperty({ type: Boolean, enum: [true], description: 'The field is part of the store and cannot be removed.' })
  locked!: true;

  @ApiProperty({ type: 'integer', description: 'Position, from 1.', example: 1 })
  order!: number;

  @ApiProperty({ type: String, description: 'Description of the field.', example: 'First name.' })
  instructions!: string;

  @ApiProperty({
    description: 'With an id: value of the field in that record; the id of a relation, the key of a choice. Else null.',
    nullable: true,
    oneOf: [
      { type: 'string' },
      { type: 'number' },
      { type: 'boolean' },
      { type: 'array', items: {} },
      { type: 'object', additionalProperties: true },
    ],
    example: 'Ada',
  })
  value!: unknown;
}

/** By code, in the order of their names. */
const COUNTRIES: Readonly<Record<string, string>> = Object.fromEntries(
  [...COUNTRY_CODES].map((code) => [code, countryName(code)] as const).sort(([, a], [, b]) => a.localeCompare(b, 'en')),
);

/** `first_name` as `First name`. */
function titleOf(slug: string): string {
  const words = slug.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the value that a form sends for a field: a relation's id, a Choice's key, a country's code (wire.md 2). */
function sentValue(shown: unknown): unknown {
  if (!isObject(shown) || !isObject(shown['data'])) return shown ?? null;
  const { data } = shown;
  return data['key'] ?? data['id'] ?? data['code'] ?? Object.keys(data);
}

/** Returns fields by their slugs. @param record with their values; omitted: fields without values */
export function fieldRecords(
  fields: readonly DescribedField[],
  record: Readonly<Record<string, unknown>> = {},
): Record<string, FieldRecord> {
  const records = fields.map(({ slug, kind, keys, required, unique, description }, at): [string, FieldRecord] => [
    slug,
    {
      slug,
      name: titleOf(slug),
      type: kind,
      options: kind === 'country' ? COUNTRIES : Object.fromEntries(keys.map((key) => [key, titleOf(key)])),
      required,
      unique,
      locked: true,
      order: at + 1,
      instructions: description,
      value: sentValue(record[slug]),
    },
  ]);
  return Object.fromEntries(records);
}
