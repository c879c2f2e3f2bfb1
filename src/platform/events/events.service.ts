import { Injectable } from '@nestjs/common';
import { NotFound } from '../../kernel/errors';
import { conditionsOf, type ListQuery, type Page, requireSort } from '../database/lists/listing';
import { matching, readPage } from '../database/lists/page-reader';
import { Transactions } from '../database/connection/transactions';
import { EventRow } from './event.entity';
import { eventListing as listing } from './event.listing';
import { withoutSealedFields } from './sealed-fields';
import { eventRecord, type EventRecord } from './event.record';
import { StoreObjects } from './store-objects';
import { typePatterns } from './type-patterns';

/** No event has this id, or it was removed after its retention. */
class EventNotFound extends NotFound {
  readonly code = 'events.not_found';
  constructor() {
    super('No event found');
  }
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Reads the event log (webhooks.md 3). */
@Injectable()
export class EventsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly objects: StoreObjects,
  ) {}

  /** @throws EventNotFound */
  async get(id: string): Promise<EventRecord> {
    const row = UUID.test(id) ? await this.transactions.manager.findOneBy(EventRow, { id }) : null;
    if (row === null) throw new EventNotFound();
    return eventRecord(withoutSealedFields(row));
  }

  /** Newest first; they may lag. @throws ValidationFailed when since or until is no instant */
  async page(list: ListQuery): Promise<Page<EventRecord>> {
    requireSort(listing, list);
    const { filters, conditions: types } = typePatterns(list.filters, this.objects.eventTypes());
    const conditions = conditionsOf(listing, filters);
    if (conditions === undefined) return { rows: [], total: 0 };
    const where = [...types, ...conditions];
    const page = await this.transactions.readLagging((manager) =>
      readPage(manager, matching<EventRow>(manager, EventRow, where), listing, list),
    );
    return { total: page.total, rows: page.rows.map((row) => eventRecord(withoutSealedFields(row))) };
  }
}
