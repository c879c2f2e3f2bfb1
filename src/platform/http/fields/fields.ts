import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ValidateBy } from 'class-validator';
import { describeField, type FormWords } from './described-fields';
import { sentChoiceSchema } from '../openapi/record-schemas';
import { FieldProblem, type FieldParser, isUnset, REQUIRED } from '../../../kernel/fields/field-problem';
import {
  amountParser,
  booleanParser,
  choiceParser,
  decimalParser,
  type DecimalRange,
  emailParser,
  idParser,
  integerParser,
  passwordParser,
  slugParser,
  textParser,
} from '../../../kernel/fields/field-parsers';

/** The options of every field of a request body. */
export interface FieldOptions extends FormWords {
  /** Left out or sent empty is an error; an optional field sent empty is `null`, that is unset. */
  readonly required?: boolean;
  /** May be left out although it is required, e.g. where the record it changes has it; sent empty is still an error. */
  readonly partial?: boolean;
  readonly description: string;
  readonly example?: unknown;
  /** No two records have the same value. */
  readonly unique?: boolean;
  /** Blanks are a value of it: only text without any character is unset. */
  readonly keepsBlanks?: true;
  /** Decimals that it takes at most, where those are not four. */
  readonly decimals?: number;
}

/**
 * One field of a request DTO: how its raw value is read, checked and documented. The value is what `parse` answers,
 * `null` when sent empty, `undefined` when not sent.
 */
export function Field(parse: FieldParser, schema: ApiPropertyOptions, options: FieldOptions): PropertyDecorator {
  const required = options.required ?? false;
  const mayBeAbsent = !required || options.partial === true;
  const { unique = false } = options;
  const isLeftOut = options.keepsBlanks ? (raw: unknown) => raw === null || raw === '' : isUnset;
  return applyDecorators(
    (target: object, slug: string | symbol) =>
      describeField(target, String(slug), schema, { ...options, unique, required: !mayBeAbsent }),
    Transform(({ obj, key }) => {
      const raw = (obj as Record<string, unknown>)[key];
      if (raw === undefined) return undefined;
      if (isLeftOut(raw)) return required ? new FieldProblem(REQUIRED) : null;
      return parse(raw);
    }),
    ValidateBy({
      name: 'field',
      validator: {
        validate: (value) => !(value instanceof FieldProblem) && (value !== undefined || mayBeAbsent),
        defaultMessage: (args) => {
          const value: unknown = args?.value;
          return `${args?.property ?? ''} ${value instanceof FieldProblem ? value.message : REQUIRED}`;
        },
      },
    }),
    ApiProperty({
      ...schema,
      required: !mayBeAbsent,
      ...(required ? {} : { nullable: true }),
      description: options.description,
      ...(options.example === undefined ? {} : { example: options.example }),
    } as ApiPropertyOptions),
  );
}

interface TextOptions extends FieldOptions {
  readonly max?: number;
  readonly pattern?: RegExp;
  /** Message after the field's name when the pattern does not match: `must hold {price}`. */
  readonly message?: string;
}

/** Text, trimmed; one line of at most 255 characters unless `max` says otherwise. */
export const TextField = ({
  max = 255,
  pattern,
  message = 'is not valid',
  ...options
}: TextOptions): PropertyDecorator =>
  Field(textParser(max, pattern && { pattern, message }), { type: 'string', maxLength: max }, options);

/** The part of an address that stands for the record: unique among its kind. Spaces in it become `-`. */
export const SlugField = (options: FieldOptions): PropertyDecorator =>
  Field(slugParser(), { type: 'string', maxLength: 255 }, options);

/** Money, zero or more, up to four decimals: `bigint` of ten-thousandths. */
export const AmountField = (options: FieldOptions): PropertyDecorator =>
  Field(amountParser(), { type: 'number', minimum: 0, maximum: 9999999999999.99 }, { kind: 'money', ...options });

/** A decimal that is no money: canonical text. */
export const DecimalField = (options: FieldOptions & DecimalRange): PropertyDecorator =>
  Field(decimalParser(options), { type: 'number', minimum: options.least, maximum: options.most }, options);

/** A whole number. */
export const IntegerField = ({
  least,
  most,
  ...options
}: FieldOptions & { least: number; most: number }): PropertyDecorator =>
  Field(integerParser(least, most), { type: 'integer', minimum: least, maximum: most }, options);

/** The id of another record. */
export const IdField = (options: FieldOptions): PropertyDecorator =>
  Field(idParser, { type: 'string', pattern: '^[1-9][0-9]{0,18}$' }, options);

/** `1 0 true false`. */
export const BooleanField = (options: FieldOptions): PropertyDecorator =>
  Field(booleanParser, { type: 'boolean' }, options);

/** One of `keys`, which the document calls `name`. */
export const ChoiceField = ({
  keys,
  name,
  ...options
}: FieldOptions & { keys: readonly string[]; name: string }): PropertyDecorator =>
  Field(choiceParser(keys), sentChoiceSchema(name, keys), options);

/** An e-mail address, lower-cased. */
export const EmailField = (options: FieldOptions): PropertyDecorator =>
  Field(emailParser, { type: 'string', format: 'email', maxLength: 255 }, options);

/** A password of a person as it was typed, blanks included. @param least characters of a new one */
export const PasswordField = ({
  least = 1,
  ...options
}: FieldOptions & { readonly least?: number }): PropertyDecorator =>
  Field(passwordParser(least), { type: 'string', format: 'password', minLength: least, maxLength: 255 }, options);
