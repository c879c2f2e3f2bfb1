import { type ApiPropertyOptions } from '@nestjs/swagger';
import { type DecimalRange } from '../../kernel/fields/field-parsers';
import { type Amount, amountNumber } from '../../kernel/money';
import { type FieldParser } from '../../kernel/fields/field-problem';
import { wireName } from '../../kernel/fields/wire-name';
import {
  AmountColumn,
  BooleanColumn,
  IdReference,
  IntegerColumn,
  StringColumn,
  TextColumn,
} from '../database/rows/columns';
import { byAmount, byBoolean, byDecimal, byEmail, byId, byMark, byText } from '../database/lists/filters';
import { type Filter } from '../database/lists/listing';
import { choice } from '../http/envelope';
import {
  AmountField,
  BooleanField,
  ChoiceField,
  DecimalField,
  EmailField,
  Field,
  type FieldOptions,
  IdField,
  IntegerField,
  SlugField,
  TextField,
} from '../http/fields/fields';
import { choiceSchema, enumSchema } from '../http/openapi/record-schemas';
import { addAttribute } from './attribute';

/** The options of every field of a resource. One that is neither required nor has a default may be null. */
interface AttributeOptions<V = never> extends Omit<FieldOptions, 'preset'> {
  /** Value of the row when the field is left out of a new record, or sent empty. */
  readonly default?: V;
  /** A change cannot send it empty: its default is for new records. */
  readonly keeps?: true;
  /** Description and example in records, where they are not those of the request. */
  readonly shows?: Pick<FieldOptions, 'example'> & { readonly description?: string };
  /** `/search` finds it by a part of its text. */
  readonly search?: true;
  /** Lists can be sorted by it. */
  readonly sort?: true;
}

/** Parser and schema of a field in requests, where they are not those of its kind: both or none. */
type Spelling =
  | { readonly parse: FieldParser; readonly schema: ApiPropertyOptions }
  | { readonly parse?: undefined; readonly schema?: undefined };

/** A kind of field: its column, its field of a body, its schema of a record and its filter. */
interface AttributeKind {
  readonly column: PropertyDecorator;
  readonly sent: PropertyDecorator;
  /** Turns the value that was sent into that of the row, where they differ. */
  readonly toRow?: (value: unknown) => unknown;
  /** Undefined: the class of the records shows it, because it takes more than the row. */
  readonly schema?: ApiPropertyOptions;
  readonly show?: (value: unknown) => unknown;
  /** Undefined: the listing has one of its own. */
  readonly filter?: (property: never) => Filter<object>;
}

const asStored = (value: unknown): unknown => value;

function attribute(
  options: AttributeOptions<unknown>,
  { column, sent, toRow = asStored, schema, show = asStored, filter }: AttributeKind,
  wire?: string,
): PropertyDecorator {
  return (entity, key) => {
    const property = String(key);
    column(entity, key);
    addAttribute(entity, {
      ...{ property, wire: wire ?? wireName(property), sent, toRow, preset: options.default ?? null },
      isKept: options.keeps === true,
      shown: schema && { ...schema, ...(mayBeNull(options) && { nullable: true }) },
      show: mayBeNull(options) ? (value) => (value === null ? null : show(value)) : show,
      filter: filter?.(property as never),
      isSearched: options.search === true,
      isSorted: options.sort === true,
    });
  };
}

const mayBeNull = (options: AttributeOptions<unknown>): boolean =>
  options.required !== true && options.default === undefined;

/** Returns the schema of a value in a record, in the words of the request or its own. */
function words(type: unknown, options: AttributeOptions<unknown>): ApiPropertyOptions {
  const { description, example } = { ...options, ...options.shows };
  return { type, description, ...(example !== undefined && { example }) } as ApiPropertyOptions;
}

/** The longest text that is kept in a row of its table. */
const LINE = 255;

interface TextOptions extends AttributeOptions<string> {
  readonly parse?: FieldParser;
  /** Schema of what `parse` reads, where that is not a text of `max` characters. */
  readonly schema?: ApiPropertyOptions;
  readonly max?: number;
  readonly pattern?: RegExp;
  /** Message after the field's name when the pattern does not match: `must hold {price}`. */
  readonly message?: string;
}

/** Text, trimmed; one line of at most 255 characters unless `max` says otherwise. */
export const Text = ({ max = LINE, parse, schema, ...options }: TextOptions): PropertyDecorator =>
  attribute(options, {
    column:
      max > LINE ? TextColumn({ nullable: mayBeNull(options) }) : StringColumn(max, { nullable: mayBeNull(options) }),
    sent: parse ? Field(parse, schema ?? { type: 'string', maxLength: max }, options) : TextField({ max, ...options }),
    schema: words(String, options),
    filter: byText,
  });

/** The part of an address that stands for the record: unique among its kind. The entity has the unique key. */
export const Slug = (options: AttributeOptions): PropertyDecorator =>
  attribute(options, {
    column: StringColumn(255, { nullable: mayBeNull(options) }),
    sent: SlugField({ ...options, unique: true }),
    schema: words(String, options),
    filter: byText,
  });

/** An e-mail address in lower case. Filters find it in any case. */
export const Email = (options: AttributeOptions): PropertyDecorator =>
  attribute(options, {
    column: StringColumn(255, { nullable: mayBeNull(options) }),
    sent: EmailField(options),
    schema: { ...words(String, options), format: 'email' },
    filter: byEmail,
  });

/**
 * One of the keys of `labels`, shown as a Choice (wire.md 2).
 * @param name of the keys in the document: `Publication`
 * @param options with the `length` of the column, where that is not that of the longest key
 */
export function OneOf<Key extends string>(
  name: string,
  labels: Readonly<Record<Key, string>>,
  { length, ...options }: AttributeOptions<NoInfer<Key>> & { readonly length?: number },
): PropertyDecorator {
  const keys = Object.keys(labels) as Key[];
  const preset = options.default;
  return attribute(options, {
    column: StringColumn(length ?? Math.max(...keys.map((key) => key.length)), { nullable: mayBeNull(options) }),
    sent: ChoiceField({ name, keys, labels, ...(preset !== undefined && { preset }), ...options }),
    schema: choiceSchema(name, labels, options.shows?.description),
    show: (value) => choice(value as Key, labels[value as Key]),
    filter: byText,
  });
}

/** One of a closed list of words, shown as it is. @param name of the words in the document: `RoundingMode` @param length of the column */
export const Word = <W extends string>(
  name: string,
  keys: readonly W[],
  { length, ...options }: AttributeOptions<NoInfer<W>> & { readonly length: number },
): PropertyDecorator =>
  attribute(options, {
    column: StringColumn(length, { nullable: mayBeNull(options) }),
    sent: ChoiceField({ name, keys, ...(options.default !== undefined && { preset: options.default }), ...options }),
    schema: enumSchema(name, keys, {
      description: options.shows?.description ?? options.description,
    }),
    filter: byText,
  });

/** Yes or no. */
export const YesOrNo = (options: AttributeOptions<boolean> & { readonly default: boolean }): PropertyDecorator =>
  attribute(options, {
    column: BooleanColumn(),
    sent: BooleanField({ preset: options.default ? '1' : '0', ...options }),
    schema: words(Boolean, options),
    filter: byBoolean,
  });

/** The mark of the one default: 1, or null for all others. Sent and shown as `default`; the entity has the unique key of the column. */
export const DefaultMark = (options: AttributeOptions & Pick<FieldOptions, 'preset'>): PropertyDecorator =>
  attribute(
    { ...options, required: true },
    {
      column: IntegerColumn({ nullable: true, name: 'default_mark' }),
      sent: BooleanField(options),
      toRow: (value) => (value === true ? 1 : null),
      schema: words(Boolean, options),
      show: (value) => value === 1,
      filter: byMark,
    },
    'default',
  );

/** Money of at least zero: `bigint` of ten-thousandths. */
export const Money = ({ parse, schema, ...options }: AttributeOptions<Amount> & Spelling): PropertyDecorator =>
  attribute(options, {
    column: AmountColumn({ nullable: mayBeNull(options) }),
    sent: parse ? Field(parse, schema, { kind: 'money', ...options }) : AmountField(options),
    schema: words(Number, options),
    show: (value) => amountNumber(value as Amount),
    filter: byAmount,
  });

/** A decimal that is no money: canonical text. */
export const Decimal = (options: AttributeOptions<string> & DecimalRange): PropertyDecorator =>
  attribute(options, {
    column: StringColumn(32, { nullable: mayBeNull(options) }),
    sent: DecimalField(options),
    schema: words(Number, options),
    show: Number,
    filter: byDecimal,
  });

interface ReferenceOptions extends AttributeOptions {
  /** Whether the column may be null, where the service fills in what was left out. */
  readonly nullable?: boolean;
  /** Name of the column, where it is not that of the property. */
  readonly column?: string;
  /** Its name in requests and filters, where it is not that of the property. */
  readonly wire?: string;
}

/** The id of another record, which the class of the records shows. @param of its store object: `category` */
export const Reference = (
  of: string,
  { parse, schema, nullable, column, wire, ...options }: ReferenceOptions & Spelling,
): PropertyDecorator =>
  attribute(
    options,
    {
      column: IdReference({ nullable: nullable ?? mayBeNull(options), ...(column !== undefined && { name: column }) }),
      sent: parse ? Field(parse, schema, { of, ...options }) : IdField({ of, ...options }),
      filter: byId,
    },
    wire,
  );

/** A whole number that another table keeps: no column. The class of the records shows it, and the listing has its filter. */
export const CountElsewhere = (
  options: AttributeOptions<number> & { readonly least: number; readonly most: number },
): PropertyDecorator =>
  attribute(options, {
    column: () => undefined,
    sent: IntegerField({ ...(options.default !== undefined && { preset: options.default }), ...options }),
  });
