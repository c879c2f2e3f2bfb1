import { LessThan, MoreThanOrEqual } from 'typeorm';
import { byText, byWords } from '../database/lists/filters';
import { type Listing } from '../database/lists/listing';
import { byInstant } from '../database/lists/time-range';
import { type EventRow } from './event.entity';

/** The filters and sorts of `GET /v1/events`. */
export const eventListing: Listing<EventRow> = {
  filters: {
    id: byText('id'),
    type: byWords('type', 'type'),
    object: byWords('object', 'object'),
    object_id: byText('objectId'),
    event: byWords('event', 'event'),
    since: byInstant('since', 'occurredAt', MoreThanOrEqual),
    until: byInstant('until', 'occurredAt', LessThan),
  },
  sorts: { occurred_at: 'occurredAt' },
  age: 'occurredAt',
  isStrict: true,
};
