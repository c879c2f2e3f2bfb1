import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { COUNTRY_CODES, countryName } from '../../../kernel/iso-codes';
import { enumSchema } from '../openapi/record-schemas';
import { type DescribedField, FIELD_KINDS, type FieldKind } from './described-fields';
import { type FieldFormOptions, NAMES, OPTIONS } from './field-options';

/** Titles by the key that a request sends. */
export type Available = Readonly<Record<string, string>>;

/** A field that a resource is made with (storefront.md 7). */
export class FieldRecord {
  @ApiProperty({ type: String, description: 'Name of the field in requests.', example: 'first_name' })
  slug!: string;

  @ApiProperty({ type: String, description: 'Name for people.', example: 'First Name' })
  name!: string;

  @ApiProperty(enumSchema('FieldType', FIELD_KINDS, { description: 'Kind of the value.' }))
  type!: FieldKind;

  @ApiProperty(OPTIONS)
  options!: FieldFormOptions;

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

  @ApiPropertyOptional({
    ...NAMES,
    description:
      'Of a relation: titles of what may be chosen, by what is sent. The newest 500 that the token may read, and the one that the record has.',
    example: { '890123456789012345': 'Shoes' },
  })
  available?: Available;

  @ApiProperty({
    description:
      'With an id: value of the field in that record, a choice or a relation as records have it, a list or an object as JSON text. Else null.',
    nullable: true,
    oneOf: [
      { type: 'string' },
      { type: 'number' },
      { type: 'boolean' },
      { type: 'object', additionalProperties: true },
    ],
    example: 'Ada',
  })
  value!: unknown;
}

/** By code, in the order of their names. */
const COUNTRIES: Available = Object.fromEntries(
  [...COUNTRY_CODES].map((code) => [code, countryName(code)] as const).sort(([, a], [, b]) => a.localeCompare(b, 'en')),
);

/** Kinds whose value is one of `available`. */
const RELATIONS = new Set<FieldKind>(['relationship', 'multiple', 'tax-band', 'country', 'currency', 'gateway']);

/** Fields that a slug can be made from, the first that the resource has. */
const SLUG_PARENTS = ['title', 'name'];

type OptionsOf = (field: DescribedField, slugs: ReadonlySet<string>) => FieldFormOptions;

const NUMBER: OptionsOf = ({ decimals }) => ({ decimal_places: decimals });

const OPTIONS_OF: { readonly [kind in FieldKind]?: OptionsOf } = {
  choice: ({ labels, preset, uses }) => ({
    choices: labels,
    default: preset === undefined ? null : String(preset),
    ...(uses && { uses }),
  }),
  integer: ({ preset }) => ({ default: preset ?? false }),
  decimal: NUMBER,
  money: NUMBER,
  slug: (_, slugs) => ({ parent: SLUG_PARENTS.find((parent) => slugs.has(parent)) ?? '' }),
  string: () => ({ multilingual: false }),
  text: ({ operators }) => ({ multilingual: false, wysiwyg: false, ...(operators && { operators }) }),
};

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A relation as records have it. */
interface Related {
  readonly value: unknown;
  readonly data: Readonly<Record<string, unknown>>;
}

function isRelated(value: unknown): value is Related {
  return isObject(value) && isObject(value['data']);
}

function choiceValue(shown: unknown, { labels }: DescribedField): unknown {
  if (isRelated(shown)) return shown;
  const key = typeof shown === 'boolean' ? String(Number(shown)) : String(shown);
  const value = labels[key] ?? key;
  return { value, data: { key, value } };
}

/** Ids as the relation that a record would have. */
function relatedIds(ids: readonly string[], { kind }: DescribedField, available: Available): Related {
  const titles = ids.map((id) => available[id] ?? id);
  const records = ids.map((id, at) => ({ id, title: titles[at] }));
  const data = kind === 'multiple' ? Object.fromEntries(records.map((one) => [one.id, one])) : (records[0] ?? {});
  return { value: titles.join(', '), data };
}

/** A relation whose record is found by its id, such as the category of a product, as one that has the record itself. */
function oneRecord(related: Related): Related {
  const [only, ...others] = Object.values(related.data);
  return isObject(only) && others.length === 0 ? { value: related.value, data: only } : related;
}

function relationValue(shown: unknown, field: DescribedField, available: Available): unknown {
  if (isRelated(shown)) return field.kind === 'multiple' ? shown : oneRecord(shown);
  if (isObject(shown)) return shown;
  const ids = [shown].flat().map(String);
  return ids.length === 0 ? null : relatedIds(ids, field, available);
}

function shownValue(shown: unknown, field: DescribedField, available: Available): unknown {
  if (shown === undefined || shown === null) return null;
  if (field.kind === 'choice') return choiceValue(shown, field);
  if (RELATIONS.has(field.kind)) return relationValue(shown, field, available);
  const isText = field.kind === 'text' || field.kind === 'string';
  return isText && typeof shown === 'object' ? JSON.stringify(shown) : shown;
}

/** Returns the title of the record's own relation: a form builder selects it in the list, which may be too short to have it. */
function ownOf({ kind }: DescribedField, value: unknown): Available {
  if (!isRelated(value)) return {};
  const { data } = value;
  if (kind === 'multiple') {
    const titled = Object.entries(data).map(([id, one]) => [id, isObject(one) ? String(one['title'] ?? id) : id]);
    return Object.fromEntries(titled) as Available;
  }
  const key = kind === 'gateway' ? data['slug'] : (data['id'] ?? data['code']);
  return typeof key === 'string' ? { [key]: String(value.value) } : {};
}

/** The fields of a form. */
export interface Form {
  readonly fields: readonly DescribedField[];
  /** The record whose values it has. Omitted: no values. */
  readonly record?: Readonly<Record<string, unknown>>;
  /** Titles to choose from, by store object. */
  readonly available?: ReadonlyMap<string, Available>;
}

/** Returns the fields of a form by their slugs. */
export function fieldRecords({ fields, record = {}, available = new Map() }: Form): Record<string, FieldRecord> {
  const slugs = new Set(fields.map(({ slug }) => slug));
  const records = fields.map((field, at): [string, FieldRecord] => {
    const { slug, title, kind, required, unique, description } = field;
    const listed = kind === 'country' ? COUNTRIES : (available.get(field.of ?? '') ?? field.labels);
    const value = shownValue(record[slug], field, listed);
    return [
      slug,
      {
        ...{
          slug,
          name: title,
          type: kind,
          options: OPTIONS_OF[kind]?.(field, slugs) ?? {},
          required,
          unique,
          locked: true,
        },
        ...{ order: at + 1, instructions: description },
        ...(RELATIONS.has(kind) && { available: { ...listed, ...ownOf(field, value) } }),
        value,
      },
    ];
  });
  return Object.fromEntries(records);
}
