import { type EntityManager } from 'typeorm';
import { type EventRow } from './event.entity';

/** The part of an event that consumers get: which object changed, and when. */
export type SeenEvent = Pick<EventRow, 'id' | 'object' | 'objectId' | 'occurredAt'>;

/** Called in the transaction that fans events out, so once for each event that stays fanned out. */
export type EventConsumer = (tx: EntityManager, events: readonly SeenEvent[]) => Promise<void>;

/**
 * Holds the consumers of the event log, which run when a worker fans events out. A consumer adds no statement to the
 * transaction that writes the event: it sees each event later, exactly once.
 */
export class EventConsumers {
  private readonly consumers: EventConsumer[] = [];

  /** Adds a consumer to this process. */
  register(consumer: EventConsumer): void {
    this.consumers.push(consumer);
  }

  /** Passes events on to every consumer. */
  async consume(tx: EntityManager, events: readonly SeenEvent[]): Promise<void> {
    for (const consumer of this.consumers) await consumer(tx, events);
  }
}
