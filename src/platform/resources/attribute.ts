import { type ApiPropertyOptions } from '@nestjs/swagger';
import { type Filter } from '../database/lists/listing';

/** A field of a resource: the column, what requests send, what records show, and how lists find it. */
export interface Attribute {
  /** Property of the entity: `exchangeRate`. */
  readonly property: string;
  /** Its name on the wire: `exchange_rate`. */
  readonly wire: string;
  /** Decorates the field of a request body. */
  readonly sent: PropertyDecorator;
  /** Turns the value that was sent into that of the row. */
  readonly toRow: (value: unknown) => unknown;
  /** Value of the row when the field is left out of a new record, or sent empty. */
  readonly preset: unknown;
  /** A change cannot send it empty. */
  readonly isKept: boolean;
  /** Schema of the field in records; undefined: the class of the records has it. */
  readonly shown: ApiPropertyOptions | undefined;
  readonly show: (value: unknown) => unknown;
  /** Undefined: the listing has one of its own. */
  readonly filter: Filter<object> | undefined;
  /** Whether `/search` finds it by a part of its text. */
  readonly isSearched: boolean;
  readonly isSorted: boolean;
}

const ATTRIBUTES = 'storekeeper:attributes';

/** Registers a field of an entity, after those of the class that it extends. */
export function addAttribute(entity: object, attribute: Attribute): void {
  const owner = entity.constructor;
  const known = (Reflect.getMetadata(ATTRIBUTES, owner) as readonly Attribute[] | undefined) ?? [];
  Reflect.defineMetadata(ATTRIBUTES, [...known, attribute], owner);
}

/** Returns the fields of an entity in their order. */
export function attributesOf(entity: abstract new () => object): readonly Attribute[] {
  return (Reflect.getMetadata(ATTRIBUTES, entity) as readonly Attribute[] | undefined) ?? [];
}
