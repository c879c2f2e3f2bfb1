import { type Type } from '@nestjs/common';
import { type DocumentedEvent } from '../http/openapi/documented-event';
import { type EventKind } from './event.entity';

/** Ending of an event's type for each kind of change. */
export const PAST_TENSE = { create: 'created', update: 'updated', delete: 'deleted' } as const;

/** An event type of an object beside created, updated and deleted. */
export interface Happening {
  /** When it fires, as one sentence. */
  readonly when: string;
  /** The version of the store that sent it first. */
  readonly since: string;
  /** The class of its data. Missing: that of the object's other events. */
  readonly record?: Type;
  /** The fields that its data has, although the record may lack them. Missing: those of the object's other events. */
  readonly also?: readonly string[];
  /** Whether it holds a secret: received by webhooks that name it and whose maker may write the object. */
  readonly isConfidential?: boolean;
  /** Whether it is sent to one webhook and not kept in the log. */
  readonly isPing?: boolean;
}

/** The events of one kind of store object. */
export interface ObjectEvents {
  /** The word of the event type: `order` in `order.updated`. */
  readonly object: string;
  /** The words for people. Missing: those of `object`. */
  readonly noun?: string;
  /** The version of the store that sent its events first. */
  readonly since: string;
  /** The class of the `data` of its events, with the schema of the document. */
  readonly record: Type;
  /** The fields that this `data` has, although the record may lack them. */
  readonly also?: readonly string[];
  /** Says more of when an event fires than that the object was created, changed or removed. */
  readonly about?: Partial<Readonly<Record<(typeof PAST_TENSE)[EventKind], string>>>;
  /** Further event types: `disabled` makes `webhook.disabled`. */
  readonly happenings?: Readonly<Record<string, Happening>>;
}

const SAID = { create: 'was created', update: 'was changed', delete: 'was removed' } as const;
const CHANGES: readonly EventKind[] = ['create', 'update', 'delete'];

/** Returns the event types of a kind of store object: those that each has, then those of its own. */
export function documentedEvents(description: ObjectEvents): DocumentedEvent[] {
  const { object, noun = object.replaceAll('_', ' '), since, record, also = [] } = description;
  const { about = {}, happenings = {} } = description;
  const shared = { object, record, objectRecord: record, also };
  const subject = `${/^[aeiou]/.test(noun) ? 'An' : 'A'} ${noun}`;
  const usual = CHANGES.map((change): DocumentedEvent => {
    const past = PAST_TENSE[change];
    const when = [`${subject} ${SAID[change]}.`, about[past]].filter(Boolean).join(' ');
    return { ...shared, type: `${object}.${past}`, change, when, since, isConfidential: false, isLogged: true };
  });
  const own = Object.entries(happenings).map(([name, happening]): DocumentedEvent => {
    const { isConfidential = false, isPing = false, ...said } = happening;
    const change = isPing ? 'ping' : 'update';
    return { ...shared, type: `${object}.${name}`, change, ...said, isConfidential, isLogged: !isPing };
  });
  return [...usual, ...own];
}
