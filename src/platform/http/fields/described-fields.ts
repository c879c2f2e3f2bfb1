import { type Type } from '@nestjs/common';
import { type ApiPropertyOptions } from '@nestjs/swagger';

/** The kinds of fields that v1 has (storefront.md 7). */
export const FIELD_KINDS = [
  'string',
  'email',
  'text',
  'integer',
  'decimal',
  'choice',
  'relation',
  'boolean',
  'country',
  'money',
  'slug',
] as const;
export type FieldKind = (typeof FIELD_KINDS)[number];

/** A field of a request as its decorator says, for the document and for `/fields` alike. */
export interface DescribedField {
  readonly slug: string;
  readonly kind: FieldKind;
  /** Keys of a choice; empty for other fields. */
  readonly keys: readonly string[];
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
  readonly oneOf?: readonly Shape[];
}

/** Text of one line. */
const LINE = 255;
const KINDS: Readonly<Record<string, FieldKind>> = {
  boolean: 'boolean',
  integer: 'integer',
  number: 'decimal',
  object: 'text',
  array: 'text',
};

/** Keys of a choice; those that are numbers too are the first of two ways to send them. */
function keysOf({ enum: words, anyOf = [] }: Shape): string[] {
  return (words ?? anyOf[0]?.enum ?? []).map(String);
}

function kindOf(slug: string, shape: Shape): FieldKind {
  const { type, format, maxLength = 0 } = shape;
  if (keysOf(shape).length > 0) return 'choice';
  // An id, or the whole record in its place.
  if (shape.oneOf !== undefined) return 'relation';
  if (format === 'email') return 'email';
  if (slug === 'slug') return 'slug';
  return KINDS[String(type)] ?? (maxLength > LINE ? 'text' : 'string');
}

/** Keeps what a decorator says of a field of `target`. */
export function describeField(
  target: object,
  slug: string,
  schema: ApiPropertyOptions,
  about: Omit<DescribedField, 'slug' | 'kind' | 'keys'> & { readonly kind: FieldKind | undefined },
): void {
  const owner = target.constructor;
  const shape = schema as Shape;
  const field = { ...about, slug, kind: about.kind ?? kindOf(slug, shape), keys: keysOf(shape) };
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
