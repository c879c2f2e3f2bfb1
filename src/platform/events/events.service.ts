import { Injectable } from '@nestjs/common';
import { LessThan, MoreThanOrEqual } from 'typeorm';
import { NotFound } from '../../kernel/errors';
import { byText } from '../database/filters';
import {
  conditionsOf,
  type Listing,
  type ListQuery,
  matching,
  type Page,
  readPage,
  requireSort,
} from '../database/listing';
import { byInstant } from '../database/time-range';
import { Transactions } from '../database/transactions';
import { EventRow } from './event.entity';
import { eventRecord, type EventRecord } from './event.record';

/** No event has this id, or it is not kept any more. */
export class EventNotFound extends NotFound {
  readonly code = 'events.not_found';
  constructor() {
    super('No event found');
  }
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const listing: Listing<EventRow> = {
  filters: {
    id: byText('id'),
    type: byText('type'),
    object: byText('object'),
    object_id: byText('objectId'),
    event: byText('event'),
    since: byInstant('since', 'occurredAt', MoreThanOrEqual),
    until: byInstant('until', 'occurredAt', LessThan),
  },
  sorts: { occurred_at: 'occurredAt' },
  age: 'occurredAt',
};

/** Reads the log of what happened (webhooks.md 3). */
@Injectable()
export class EventsService {
  constructor(private readonly transactions: Transactions) {}

  /** @throws EventNotFound */
  async get(id: string): Promise<EventRecord> {
    const row = UUID.test(id) ? await this.transactions.manager.findOneBy(EventRow, { id }) : null;
    if (row === null) throw new EventNotFound();
    return eventRecord(row);
  }

  /** Newest first. @throws ValidationFailed when since or until is no instant */
  async page(list: ListQuery): Promise<Page<EventRecord>> {
    requireSort(listing, list);
    const conditions = conditionsOf(listing, list.filters);
    if (conditions === undefined) return { rows: [], total: 0 };
    const page = await readPage(matching(this.transactions.manager, EventRow, conditions), listing, list);
    return { total: page.total, rows: page.rows.map(eventRecord) };
  }
}
