import { type Secrets } from '../secrets/secrets';

/** A field of an event's data that is no part of the record: only the receivers of the event see what is inside. */
interface SealedField {
  readonly $sealed: string;
}

/** The part of an event that a sealed field belongs to. */
interface Sealing {
  readonly objectId: string;
  readonly data: unknown;
}

const boundTo = (objectId: string): string => `event:${objectId}`;

/** A field for the events of an object that the events table does not hold in clear. */
export function sealedField(secrets: Secrets, objectId: string, text: string): SealedField {
  return { $sealed: secrets.seal(text, boundTo(objectId)) };
}

function isSealed(value: unknown): value is SealedField {
  return typeof value === 'object' && value !== null && typeof (value as Partial<SealedField>).$sealed === 'string';
}

/** An event as its receivers get it. @throws SecretUnreadable when the key that sealed a field is missing */
export function withOpenFields<E extends Sealing>(secrets: Secrets, event: E): E {
  const fields = Object.entries(event.data ?? {});
  if (!fields.some(([, value]) => isSealed(value))) return event;
  const open = (value: unknown): unknown =>
    isSealed(value) ? secrets.open(value.$sealed, boundTo(event.objectId)) : value;
  return { ...event, data: Object.fromEntries(fields.map(([name, value]) => [name, open(value)])) };
}

/** Returns an event as the log shows it: without its sealed fields. */
export function withoutSealedFields<E extends Sealing>(event: E): E {
  const fields = Object.entries(event.data ?? {});
  if (!fields.some(([, value]) => isSealed(value))) return event;
  return { ...event, data: Object.fromEntries(fields.filter(([, value]) => !isSealed(value))) };
}
