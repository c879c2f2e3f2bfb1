import { Injectable } from '@nestjs/common';
import { Clock, wireTime } from '../../../kernel/clock';
import { ValidationFailed } from '../../../kernel/errors';
import { Transactions } from '../../database/connection/transactions';
import { FeedConsumer } from './feed-consumer.entity';
import { type FeedConsumerRecord } from './feed-consumer.record';
import { ConsumerNotFound, TooManyConsumers } from './feed.errors';
import { FeedService } from './feed.service';

/** Consumers that the store keeps positions for: each is a series of the metrics. */
const MOST_CONSUMERS = 100;

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
   * @throws ValidationFailed naming position when it was not given yet; TooManyConsumers
   */
  async put(name: string, position: number): Promise<FeedConsumerRecord> {
    const last = await this.feed.last();
    if (position > last)
      throw ValidationFailed.of('position', `must be at most ${last}, the position of the newest event`);
    const row = Object.assign(new FeedConsumer(), { name, position, updatedAt: this.clock.now() });
    await this.transactions.run(async (tx) => {
      const isKnown = await tx.existsBy(FeedConsumer, { name });
      if (!isKnown && (await tx.count(FeedConsumer)) >= MOST_CONSUMERS) throw new TooManyConsumers(MOST_CONSUMERS);
      await tx.upsert(FeedConsumer, row, ['name']);
    });
    return consumerRecord(row, last);
  }

  /** @throws ConsumerNotFound */
  async remove(name: string): Promise<void> {
    const { affected } = await this.transactions.repeatable((manager) => manager.delete(FeedConsumer, { name }));
    if (affected !== 1) throw new ConsumerNotFound();
  }
}

function consumerRecord({ name, position, updatedAt }: FeedConsumer, last: number): FeedConsumerRecord {
  return { name, position, lag: Math.max(0, last - position), updated_at: wireTime(updatedAt) };
}
