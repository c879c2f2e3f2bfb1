import { type OpenWords } from '../platform/http/openapi/openapi';
import { PAST_TENSE } from '../platform/events/event-catalogue';
import { type StoreObjects } from '../platform/events/store-objects';

/** The closed lists of words that modules add to: the names and the events of store objects, from their registry. */
export function apiWords(objects: StoreObjects): OpenWords {
  const types = objects.eventTypes().sort();
  const names = objects.objects().sort();
  const ofAnObject = names.map((object) => `${object}.*`);
  const endings = [...new Set([...Object.values(PAST_TENSE), ...types.map((type) => type.split('.')[1] ?? '')])];
  const ofAKind = endings.map((happening) => `*.${happening}`);
  return { EventType: types, EventObject: names, EventPattern: ['*.*', ...ofAKind, ...ofAnObject, ...types] };
}
