import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock, wireTime } from '../../../kernel/clock';
import { ValidationFailed } from '../../../kernel/errors';
import { rowLock } from '../../database/connection/dialect';
import { Transactions } from '../../database/connection/transactions';
import { type IfMatch, requireMatch } from '../../database/rows/entity-tag';
import { beginEpoch } from '../event-epochs';
import { FeedConsumer } from './feed-consumer.entity';
import { type FeedConsumerRecord } from './feed-consumer.record';
import { ConsumerNotFound, TooManyConsumers } from './feed.errors';
import { FeedService } from './feed.service';

/** Consumers that the store keeps positions for: each is a series of the metrics. */
const MAX_CONSUMERS = 100;

/** Keeps the positions of readers of the feed (events.md 9). */
@Injectable()
export class FeedConsumersService {
  constructor(
    private readonly transactions: Transactions,
    private readonly feed: FeedService,
    private readonly clock: Clock,
  ) {}

  /** By name. */
  async all(): Promise<FeedConsumerRecord[]> {
    const last = await this.feed.last();
    const rows = await this.transactions.manager.find(FeedConsumer, { order: { name: 'ASC' } });
    return rows.map((row) => consumerRecord(row, last));
  }

  /** The lag of each consumer; none while the database is away, so that other metrics are served. */
  async lags(): Promise<Record<string, number>> {
    try {
      return Object.fromEntries((await this.all()).map(({ name, lag }) => [name, lag]));
    } catch {
      return {};
    }
  }

  /** @throws ConsumerNotFound */
  async get(name: string): Promise<FeedConsumerRecord> {
    const last = await this.feed.last();
    const row = await this.transactions.manager.findOneBy(FeedConsumer, { name });
    if (row === null) throw new ConsumerNotFound();
    return consumerRecord(row, last);
  }

  /**
   * Keeps the position of a consumer, which is made when there is none of this name. It may go back, to read events again.
   * @throws ValidationFailed naming position when it was not given yet; TooManyConsumers, StaleRecord
   */
  async put(name: string, position: number, ifMatch: IfMatch): Promise<FeedConsumerRecord> {
    const last = await this.feed.last();
    if (position > last)
      throw ValidationFailed.of('position', `must be at most ${last}, the position of the newest event`);
    const row = Object.assign(new FeedConsumer(), { name, position, updatedAt: this.clock.now() });
    await this.transactions.run(async (tx) => {
      const present = (await lockConsumer(tx, name)) ?? (await lockNew(tx, name));
      requireMatch(ifMatch, present && termsOf(present));
      if (present === null && (await tx.count(FeedConsumer)) >= MAX_CONSUMERS)
        throw new TooManyConsumers(MAX_CONSUMERS);
      await tx.upsert(FeedConsumer, row, ['name']);
    });
    return consumerRecord(row, last);
  }

  /** @throws ConsumerNotFound, StaleRecord */
  async remove(name: string, ifMatch: IfMatch): Promise<void> {
    await this.transactions.run(async (tx) => {
      const present = await lockConsumer(tx, name);
      if (present === null) throw new ConsumerNotFound();
      requireMatch(ifMatch, termsOf(present));
      await tx.delete(FeedConsumer, { name });
    });
  }
}

/** Null: no consumer has the name. */
function lockConsumer(tx: EntityManager, name: string): Promise<FeedConsumer | null> {
  return tx.findOne(FeedConsumer, { where: { name }, lock: rowLock(tx) });
}

/**
 * Lets consumers be made one at a time: each counts the ones before.
 * @returns the consumer if another transaction has made it meanwhile
 */
async function lockNew(tx: EntityManager, name: string): Promise<FeedConsumer | null> {
  await beginEpoch(tx);
  return lockConsumer(tx, name);
}

function termsOf(row: FeedConsumer): object {
  return consumerTerms(consumerRecord(row, row.position));
}

/** The part of a record that its ETag covers: `lag` grows with each event although nobody changes the consumer. */
export function consumerTerms({ lag: _, ...terms }: FeedConsumerRecord): Omit<FeedConsumerRecord, 'lag'> {
  return terms;
}

function consumerRecord({ name, position, updatedAt }: FeedConsumer, last: number): FeedConsumerRecord {
  return { name, position, lag: Math.max(0, last - position), updated_at: wireTime(updatedAt) };
}
