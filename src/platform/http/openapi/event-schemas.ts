import { type DocumentedEvent } from './documented-event';
import { exampleOf } from './schema-examples';
import { type OpenSchema, type Schemas } from './shared-schemas';

const refTo = (name: string): OpenSchema => ({ $ref: `#/components/schemas/${name}` });

/** The fields that every event has in one form; those that tell events apart are in {@link eventSchema}. */
const ENVELOPE: Readonly<Record<string, OpenSchema>> = {
  id: {
    type: 'string',
    format: 'uuid',
    description: 'Id of the event, the same on every attempt.',
    example: '019a0b1c-0000-7000-8000-000000000000',
  },
  object_id: { type: 'string', description: 'Id of the object.', example: '890123456789012345' },
  object_version: {
    type: 'integer',
    description:
      'Increases with each change of the object. Ignore events with a lower version than the last one you saw.',
    example: 1,
  },
  occurred_at: { type: 'string', description: 'Time of the change, UTC.', example: '2026-01-31 12:00:00' },
};

const POSITION: Readonly<Record<string, OpenSchema>> = {
  position: {
    type: 'integer',
    minimum: 1,
    example: 4711,
    description:
      'Place in the feed. It rises without exception: a new event never has a position below one you have read.',
  },
};

/** Name of the schema of an event type: `OrderCreatedEvent`. */
export function eventSchemaName(type: string): string {
  const words = type.split(/[._]/).map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`);
  return `${words.join('')}Event`;
}

/** Name of the schema of an event type in the feed: `OrderCreatedFeedEvent`. */
const feedSchemaName = (type: string): string => eventSchemaName(type).replace(/Event$/, 'FeedEvent');

/** A word of a closed list of one: generators know enums of one word better than `const`. */
const constant = (value: string): OpenSchema => ({ type: 'string', enum: [value] });

/** The schema of an event type, whole: generators lose what is required of a part. When it fires is said of its webhook. */
function eventSchema({ type, object, change, record }: DocumentedEvent, more: Schemas = {}): OpenSchema {
  const own = {
    type: constant(type),
    object: constant(object),
    event: constant(change),
    data: refTo(record.name),
  };
  const properties = structuredClone({ ...ENVELOPE, ...own, ...more });
  return { type: 'object', required: Object.keys(properties), properties };
}

/** One of several events: the type tells which, so that generated types are a discriminated union. */
function oneOfEvents(types: readonly string[], nameOf: (type: string) => string): OpenSchema {
  const refs = types.map((type) => [type, refTo(nameOf(type))] as const);
  const mapping = Object.fromEntries(refs.map(([type, { $ref }]) => [type, $ref]));
  return { oneOf: refs.map(([, ref]) => ref), discriminator: { propertyName: 'type', mapping } };
}

/**
 * Adds the schemas of every event type (events.md 1): `StoreEvent` is one of them, `EventRecord` the same, and `FeedEventRecord`
 * one with its position.
 */
export function addEventSchemas(events: readonly DocumentedEvent[], schemas: Schemas): void {
  for (const event of events) schemas[eventSchemaName(event.type)] = eventSchema(event);
  schemas['StoreEvent'] = oneOfEvents(
    events.map(({ type }) => type),
    eventSchemaName,
  );
  schemas['EventRecord'] = refTo('StoreEvent');
  const logged = events.filter(({ isLogged }) => isLogged);
  for (const event of logged) schemas[feedSchemaName(event.type)] = eventSchema(event, POSITION);
  schemas['FeedEventRecord'] = oneOfEvents(
    logged.map(({ type }) => type),
    feedSchemaName,
  );
}

/** Versions of an object that was created, then changed, then removed; a ping has none. */
const VERSIONS = { ping: 0, create: 1, update: 2, delete: 3 } as const;

/** Returns an event as the store sends it, with the examples of its fields. */
export function exampleEvent(described: DocumentedEvent, schemas: Schemas): unknown {
  const { type, record, objectRecord, also, change } = described;
  const fieldsOf = (name: string) => exampleOf(refTo(name), schemas) as Record<string, unknown>;
  const { id, occurred_at, ...own } = fieldsOf(eventSchemaName(type));
  const { object, event, data } = own;
  const more = also.map((name) => [name, exampleOfField(schemas[record.name]?.properties?.[name], schemas)]);
  const whole = { ...(data as object), ...(Object.fromEntries(more) as object) };
  const { id: object_id } = fieldsOf(objectRecord.name);
  const object_version = VERSIONS[change];
  return { id, type, object, object_id, object_version, event, occurred_at, data: whole };
}

/** Returns the example of a field; of a list that has none one entry. */
function exampleOfField(field: OpenSchema = {}, schemas: Schemas): unknown {
  const { items, example } = field;
  return items === undefined || example !== undefined
    ? exampleOf(field, schemas)
    : [exampleOf(items as OpenSchema, schemas)];
}
