import { ApiProperty } from '@nestjs/swagger';
import { type EventRow } from '../event.entity';
import { eventRecord, EventRecord } from '../event.record';

/** An event of the feed: with its position (events.md 7). */
export class FeedEventRecord extends EventRecord {
  @ApiProperty({
    type: 'integer',
    minimum: 1,
    example: 4711,
    description:
      'Place in the feed. It rises without exception: a new event never has a position below one you have read.',
  })
  position!: number;
}

/** @returns the record of an event that has its position */
export function feedEventRecord(event: EventRow): FeedEventRecord {
  return { ...eventRecord(event), position: event.position ?? 0 };
}
