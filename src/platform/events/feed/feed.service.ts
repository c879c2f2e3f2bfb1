import { Injectable } from '@nestjs/common';
import { Between, type EntityManager, MoreThan } from 'typeorm';
import { Transactions } from '../../database/connection/transactions';
import { EventPosition, LAST_POSITION, REMOVED_POSITION } from '../event-position.entity';
import { EventRow } from '../event.entity';
import { StoreObjects } from '../store-objects';
import { withoutSealedFields } from '../sealed-fields';
import { FeedFilter, type FeedQuery } from './feed-filter';
import { feedEventRecord, type FeedEventRecord } from './feed-event.record';
import { PositionGone, PositionUnknown } from './feed.errors';

/**
 * Positions that one page looks at: bounds the rows that a filter passes over. A page of a rare type may therefore be empty
 * and have more after it.
 */
const LOOKED_AT = 10_000;

/** A page of the feed. */
export interface FeedPage {
  readonly events: readonly FeedEventRecord[];
  /** The position to read on from. */
  readonly last: number;
  readonly hasMore: boolean;
}

/** Reads the feed of events in the order of their positions (events.md 7). */
@Injectable()
export class FeedService {
  constructor(
    private readonly transactions: Transactions,
    private readonly objects: StoreObjects,
  ) {}

  /** Reads the filters of a request. @throws ValidationFailed naming the filter */
  filter(query: FeedQuery): FeedFilter {
    return FeedFilter.of(query, this.objects);
  }

  /** The last position that was given; 0: none. */
  async last(): Promise<number> {
    return positionOf(this.transactions.manager, LAST_POSITION);
  }

  /**
   * Returns the next events after a position, oldest first. `after` 0 begins with the oldest event that is kept.
   * @param limit of the events
   * @throws PositionGone when events after the position were removed; PositionUnknown when it was not given yet
   */
  async page(after: number, filter: FeedFilter, limit: number): Promise<FeedPage> {
    const { manager } = this.transactions;
    // Before the events: what gets its position meanwhile is for the next page.
    const newest = await positionOf(manager, LAST_POSITION);
    if (after > newest) throw new PositionUnknown(after, newest);
    const from = after === 0 ? (await oldestAfter(manager, 0, newest)) - 1 : after;
    const until = Math.min(newest, from + LOOKED_AT);
    const rows = await manager.find(EventRow, {
      where: { position: Between(from + 1, until), ...filter.where },
      order: { position: 'ASC' },
      take: limit,
    });
    // After the events: some may have been removed while they were read.
    const removed = after === 0 ? 0 : await positionOf(manager, REMOVED_POSITION);
    if (after < removed) throw new PositionGone(after, await oldestAfter(manager, removed, newest));
    const last = rows.length === limit ? (rows.at(-1)?.position ?? until) : until;
    return { events: rows.map((row) => feedEventRecord(withoutSealedFields(row))), last, hasMore: last < newest };
  }
}

/** @returns the position of the oldest event after one; where there is none, the next that will be given */
async function oldestAfter(manager: EntityManager, after: number, newest: number): Promise<number> {
  const found = await manager.findOne(EventRow, {
    select: { id: true, position: true },
    where: { position: MoreThan(after) },
    order: { position: 'ASC' },
  });
  return found?.position ?? newest + 1;
}

async function positionOf(manager: EntityManager, name: string): Promise<number> {
  return (await manager.findOneByOrFail(EventPosition, { name })).position;
}
