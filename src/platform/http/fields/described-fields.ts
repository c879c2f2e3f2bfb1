import { type Type } from '@nestjs/common';
import { type ApiPropertyOptions } from '@nestjs/swagger';
import { type ChoiceUse, type OperatorUse } from './field-options';

/** The kinds of fields that v1 has: form builders of its clients reject others (storefront.md 7). */
export const FIELD_KINDS = [
  'string',
  'text',
  'slug',
  'email',
  'integer',
  'decimal',
  'money',
  'date',
  'file',
  'choice',
  'relationship',
  'multiple',
  'tax-band',
  'country',
  'currency',
  'gateway',
] as const;
export type FieldKind = (typeof FIELD_KINDS)[number];

/** The words of a form for a field, beside its schema. */
export interface FormWords {
  /** Its kind, where the schema does not tell. */
  readonly kind?: FieldKind;
  /** Its name for people, where that is not its words in capitals. */
  readonly title?: string;
  /** Labels of a choice by its keys, where they are not the keys as words. */
  readonly labels?: Readonly<Record<string, string>>;
  /** The key, or the number, that stands for a field left out. */
  readonly preset?: string | number;
  /** The store object whose id it takes: `category`. */
  readonly of?: string;
  /** The choices on which other fields depend, by key. */
  readonly uses?: Readonly<Record<string, ChoiceUse>>;
  /** The operators of rules, by key. */
  readonly operators?: Readonly<Record<string, OperatorUse>>;
}

/** A field of a request as its decorator says, for the document and for `/fields` alike. */
export interface DescribedField extends Pick<FormWords, 'preset' | 'of' | 'uses' | 'operators'> {
  readonly slug: string;
  /** Name for people. */
  readonly title: string;
  readonly kind: FieldKind;
  /** Labels by key: of a choice, and of a list of given words; empty for other fields. */
  readonly labels: Readonly<Record<string, string>>;
  /** Decimals that it takes; of a field that is no decimal, 0. */
  readonly decimals: number;
  readonly required: boolean;
  readonly unique: boolean;
  readonly description: string;
}

const DESCRIBED = 'storekeeper:described-fields';

/** The parts of a schema that tell the kind of a field. */
interface Shape {
  readonly type?: unknown;
  readonly format?: string;
  readonly maxLength?: number;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
  readonly items?: Shape;
}

/** Text of one line. */
const LINE = 255;
const KINDS: Readonly<Record<string, FieldKind>> = { integer: 'integer', number: 'decimal' };
const FORMATS: Readonly<Record<string, FieldKind>> = { email: 'email', date: 'date', uri: 'string' };
/** Store objects that have a kind of field of their own. */
const OBJECTS: Readonly<Record<string, FieldKind>> = { tax: 'tax-band', currency: 'currency', gateway: 'gateway' };
/** v1 has no kind for these: a form offers the two keys. */
const BOOLEAN = { '0': 'No', '1': 'Yes' };
/** Decimals of the numbers of a request, where the field does not say another number. */
const DECIMALS = 4;
/** Decimals of prices in the forms of v1. */
const MONEY_DECIMALS = 2;

/** Keys of a choice; those that are numbers too are the first of two ways to send them. Of a list, the words it may have. */
function keysOf({ enum: words, anyOf = [], items }: Shape): string[] {
  return (words ?? anyOf[0]?.enum ?? items?.enum ?? []).map(String);
}

function labelsOf(shape: Shape, labels: FormWords['labels']): Readonly<Record<string, string>> {
  if (shape.type === 'boolean') return BOOLEAN;
  return labels ?? Object.fromEntries(keysOf(shape).map((key) => [key, shape.items ? key : titleOf(key)]));
}

function kindOf(slug: string, shape: Shape, about: FormWords): FieldKind {
  const isList = shape.type === 'array';
  if (about.of !== undefined) return isList ? 'multiple' : (OBJECTS[about.of] ?? 'relationship');
  if (Object.keys(labelsOf(shape, about.labels)).length > 0) return isList ? 'multiple' : 'choice';
  return slug === 'slug' ? 'slug' : plainKindOf(shape);
}

function plainKindOf({ type, format = '', maxLength = 0 }: Shape): FieldKind {
  const isLine = type === 'string' && maxLength <= LINE;
  // A list or an object is sent as JSON text.
  return FORMATS[format] ?? KINDS[String(type)] ?? (isLine ? 'string' : 'text');
}

function decimalsOf(kind: FieldKind, decimals = DECIMALS): number {
  if (kind === 'money') return MONEY_DECIMALS;
  return kind === 'decimal' ? decimals : 0;
}

/** Words that are written in capitals. */
const CAPITALS = new Set(['sku', 'url']);

/** `first_name` as `First Name`, `sku` as `SKU`. */
function titleOf(slug: string): string {
  const words = slug.split('_');
  const shown = words.map((word) =>
    CAPITALS.has(word) ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1),
  );
  return shown.join(' ');
}

type About = Pick<DescribedField, 'required' | 'unique' | 'description'> &
  FormWords & { readonly decimals?: number | undefined };

/** Keeps what a decorator says of a field of `target`. */
export function describeField(target: object, slug: string, schema: ApiPropertyOptions, about: About): void {
  const owner = target.constructor;
  const shape = schema as Shape;
  const kind = about.kind ?? kindOf(slug, shape, about);
  const { title = titleOf(slug), labels, decimals, preset, of, uses, operators, required, unique, description } = about;
  const field: DescribedField = {
    ...{ slug, kind, title, required, unique, description },
    labels: labelsOf(shape, labels),
    decimals: decimalsOf(kind, decimals),
    ...(preset !== undefined && { preset }),
    ...(of !== undefined && { of }),
    ...(uses !== undefined && { uses }),
    ...(operators !== undefined && { operators }),
  };
  const others = describedFields(owner as Type).filter((one) => one.slug !== slug);
  Reflect.defineMetadata(DESCRIBED, [...others, field], owner);
}

/** Marks a field as required, where its decorator leaves that to a later check. */
export function describeRequired(target: object, slug: string): void {
  const owner = target.constructor;
  const fields = describedFields(owner as Type).map((one) => (one.slug === slug ? { ...one, required: true } : one));
  Reflect.defineMetadata(DESCRIBED, fields, owner);
}

/** The fields of a DTO, those of the class that it extends first. */
export function describedFields(dto: Type): readonly DescribedField[] {
  return (Reflect.getMetadata(DESCRIBED, dto) as readonly DescribedField[] | undefined) ?? [];
}
