import { type Type } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions, PartialType } from '@nestjs/swagger';
import { getMetadataArgsStorage } from 'typeorm';
import { wireTime } from '../../kernel/clock';
import { ValidationFailed } from '../../kernel/errors';
import { REQUIRED } from '../../kernel/fields/field-problem';
import { commonFilters } from '../database/lists/filters';
import { type Filter, type Listing } from '../database/lists/listing';
import { searchesByPart } from '../database/lists/part-sought';
import { type StoreObject, type VersionedRow } from '../database/rows/store-object';
import { ROW_OF } from '../http/fields/dto.pipe';
import { type Attribute, attributesOf } from './attribute';

type Entity<T> = abstract new () => T;

/** A row that is a record, or a part of one, such as a modifier of a product. */
type Row = Pick<VersionedRow, 'id' | 'createdAt' | 'updatedAt'>;

/** Columns that no request sends. */
const COMMON: readonly (keyof VersionedRow)[] = ['id', 'version', 'createdAt', 'updatedAt'];

/** The fields that every record has. */
export interface ShownRow {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string;
}

/** Properties of a row that requests can send. */
export type Sent<T extends Row, Unsent = never> = Omit<T, keyof VersionedRow | (Unsent & string)>;

/** Static property of a class of bodies: the fields of the row that it takes. */
const SENT = Symbol('storekeeper:sent');

/**
 * Returns the class of the body that makes a record: `class CreateBrandDto extends NewOf(Brand) {}`. It is read as a whole row; fields
 * that the class itself declares stay beside those of the row.
 * @param unsent properties that requests do not send: columns that are no fields, and fields that this body does not take
 * @throws TypeError for a column that is neither a field nor among them
 */
export function NewOf<T extends Row, Unsent extends keyof Sent<T> & string = never>(
  entity: Entity<T>,
  ...unsent: readonly Unsent[]
): Type<Sent<T, Unsent>> {
  const attributes = sentAttributes(entity, unsent);
  class Body {
    static readonly [SENT] = attributes;
    static [ROW_OF] = rowReader(attributes, presetOf, presetOf);
  }
  for (const { sent, wire } of attributes) decorate(Body.prototype, wire, sent);
  return Body as unknown as Type<Sent<T, Unsent>>;
}

/**
 * Returns the class of the body that changes a record: `class UpdateBrandDto extends ChangesOf(CreateBrandDto) {}`. It is read as the
 * part of the row that was sent: fields that are left out stay, empty ones return to their presets.
 * @param made the class of the body that makes one, of {@link NewOf}
 */
export function ChangesOf<T extends object>(made: Type<T>): Type<Partial<T>> {
  const { [SENT]: attributes } = made as unknown as { readonly [SENT]: readonly Attribute[] };
  class Body extends PartialType(made as Type<object>) {
    static [ROW_OF] = rowReader(attributes, () => undefined, presetOfChanged);
  }
  return Body;
}

/** Decorates a property of a class that is made here. The compiler gives those of others a type; the document asks for one. */
function decorate(prototype: object, name: string, decorator: PropertyDecorator): void {
  Reflect.defineMetadata('design:type', Object, prototype, name);
  decorator(prototype, name);
}

/** @throws TypeError for a column that is neither a field nor unsent */
function sentAttributes(entity: Entity<object>, unsent: readonly string[]): readonly Attribute[] {
  const attributes = attributesOf(entity);
  const known = new Set<string>([...attributes.map(({ property }) => property), ...unsent, ...COMMON]);
  const isOwn = (owner: unknown): boolean =>
    owner === entity || Object.prototype.isPrototypeOf.call(owner as object, entity);
  const columns = getMetadataArgsStorage().columns.filter(({ target }) => isOwn(target));
  const missing = columns.map(({ propertyName }) => propertyName).filter((name) => !known.has(name));
  if (missing.length > 0) throw new TypeError(`Columns of ${entity.name} that are no fields: ${missing.join(', ')}`);
  return attributes.filter(({ property }) => !unsent.includes(property));
}

const presetOf = ({ preset }: Attribute): unknown => preset;

/** @throws ValidationFailed for a field that every record keeps */
function presetOfChanged({ wire, isKept, preset }: Attribute): unknown {
  if (isKept) throw ValidationFailed.of(wire, REQUIRED);
  return preset;
}

/**
 * @param absent the value of a field that was not sent; undefined: the row has none
 * @param empty the value of a field that was sent empty
 */
function rowReader(
  attributes: readonly Attribute[],
  absent: (attribute: Attribute) => unknown,
  empty: (attribute: Attribute) => unknown,
): (dto: object) => object {
  const wires = new Set(attributes.map(({ wire }) => wire));
  return (dto) => {
    const sent = dto as Readonly<Record<string, unknown>>;
    const others = Object.entries(sent).filter(([name, value]) => !wires.has(name) && value !== undefined);
    // It stays an instance of its class, whose methods read the fields that are not the row's.
    const row = Object.create(Object.getPrototypeOf(dto) as object) as Record<string, unknown>;
    Object.assign(row, Object.fromEntries(others));
    for (const attribute of attributes) {
      const { property, wire, toRow } = attribute;
      const value = sent[wire];
      const stored = value === undefined ? absent(attribute) : value === null ? empty(attribute) : toRow(value);
      if (stored !== undefined) row[property] = stored;
    }
    return row;
  };
}

/**
 * Returns what an object has of the fields of an entity; those that it does not have are as in a new record.
 * @param values named as in the row
 */
export function fieldsOf<T extends Row>(entity: Entity<T>, values: Partial<Sent<T>> = {}): Sent<T> {
  const given = values as Readonly<Record<string, unknown>>;
  const fields = attributesOf(entity).map(({ property, preset }) => [property, given[property] ?? preset] as const);
  return Object.fromEntries(fields) as Sent<T>;
}

type Schemas = Readonly<Record<string, ApiPropertyOptions | null>>;

const ID = { type: String, example: '890123456789012345' };
export const TIME = { type: String, example: '2026-01-31 12:00:00' };
const TIMES = ['created_at', 'updated_at'];
const COMMON_SCHEMAS: Schemas = { id: ID, created_at: TIME, updated_at: TIME };

/** Metadata of a class of records: the names of its fields in their order. */
const ORDER = 'storekeeper:order';

/**
 * Returns the class of the records, for the document: `class BrandRecord extends RecordOf(Brand) {}`.
 * The class declares the fields that code reads (`declare title: string`), or `R` names them.
 * @param computed schemas of fields that take more than the row, and what the contract says otherwise of the row's: `{}` is as the row
 * has it, null: the record does not have the field. They stand one after the other, where the row has the first of them
 */
export function RecordOf<R extends ShownRow = ShownRow>(entity: Entity<Row>, computed: Schemas = {}): Type<R> {
  class Shown {}
  const schemas = new Map(attributesOf(entity).map(({ wire, shown }) => [wire, shown]));
  const order = placed(['id', ...schemas.keys()], Object.keys(computed)).filter((wire) => computed[wire] !== null);
  for (const wire of order) {
    const schema = schemas.get(wire) ?? COMMON_SCHEMAS[wire];
    if (!schema && !computed[wire]) throw new TypeError(`The record of ${entity.name} has no schema of ${wire}`);
    decorate(Shown.prototype, wire, ApiProperty({ ...schema, ...computed[wire] } as ApiPropertyOptions));
  }
  Reflect.defineMetadata(ORDER, order, Shown);
  return Shown as Type<R>;
}

/** Returns the names of a record's fields in their order. @param own those of the row */
function placed(own: readonly string[], computed: readonly string[]): string[] {
  const names = computed.filter((name) => name !== 'id');
  // The times are last, unless they stand between others.
  const group = names.slice(0, names.findLastIndex((name) => !TIMES.includes(name)) + 1);
  const isApart = (name: string): boolean => !group.includes(name);
  const at = own.findIndex((name) => group.includes(name));
  const start = at < 0 ? own.length : at;
  const [before, after] = [own.slice(0, start).filter(isApart), own.slice(start).filter(isApart)];
  return [...before, ...group, ...after, ...TIMES.filter(isApart)];
}

/**
 * Returns the function that makes the records of {@link RecordOf}: of a row, and of the values of the fields `Computed`, which take more
 * than the row.
 * @param record the class of the records, where it has other fields than the row
 */
export function recordsOf<R extends ShownRow, Computed extends keyof R = never>(
  entity: Entity<StoreObject>,
  record?: Type<R>,
): (row: StoreObject, ...computed: [Computed] extends [never] ? [] : [Pick<R, Computed>]) => R {
  const attributes = attributesOf(entity);
  const shown = attributes.filter((attribute) => attribute.shown !== undefined);
  const order = record && (Reflect.getMetadata(ORDER, record) as readonly string[]);
  const blank = blankOf(order ?? placed(['id', ...attributes.map(({ wire }) => wire)], []));
  return (row, computed?: Pick<R, Computed>) => {
    const made: Record<string, unknown> = { ...blank };
    made['id'] = row.id;
    for (const { wire, property, show } of shown) made[wire] = show(row[property as keyof StoreObject]);
    Object.assign(made, computed);
    made['created_at'] = wireTime(row.createdAt);
    made['updated_at'] = wireTime(row.updatedAt);
    return made as unknown as R;
  };
}

/**
 * Returns an object whose copies have these properties from the start, in a fixed layout. One that gets a dozen or more one by one
 * becomes a hash table in V8: it then takes three times as long to copy and to write as JSON.
 */
function blankOf(names: readonly string[]): Readonly<Record<string, unknown>> {
  return JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, null])))) as Record<string, unknown>;
}

/**
 * Returns the filters and sort keys of the fields of an entity.
 * @param others filters that are no field, and those that find a field in another way
 * @throws TypeError for a field without a filter
 */
export function listingOf<T extends StoreObject>(
  entity: Entity<T>,
  others: Readonly<Record<string, Filter<T>>> = {},
): Listing<T> {
  const attributes = attributesOf(entity);
  const searched = attributes
    .filter(({ isSearched }) => isSearched)
    .map(({ property }) => property as keyof T & string);
  const sorted = attributes.filter(({ isSorted }) => isSorted).map(({ wire, property }) => [wire, property] as const);
  const fields = Object.fromEntries(
    attributes.map(({ wire, filter }) => [wire, (others[wire] ?? filter) as Filter<T>]),
  );
  const unfound = attributes.find(({ wire }) => fields[wire] === undefined);
  if (unfound !== undefined) throw new TypeError(`The list of ${entity.name} has no filter of ${unfound.wire}`);
  const own = Object.fromEntries(Object.entries(others).filter(([name]) => !(name in fields)));
  return {
    filters: { ...commonFilters<T>(), ...own, ...fields },
    searches: searchesByPart<T>(...searched),
    sorts: { id: 'id', updated_at: 'updatedAt', ...Object.fromEntries(sorted) },
  };
}
