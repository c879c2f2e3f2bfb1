import { ApiProperty } from '@nestjs/swagger';
import { wireTime } from '../../kernel/clock';
import { ListedBy } from '../http/openapi/list-parameters';
import { enumSchema, openEnum } from '../http/openapi/record-schemas';
import { type EventRow } from './event.entity';
import { eventListing } from './event.listing';
import { TYPE_WORDS } from './type-patterns';

/** An event as the API answers it and as webhooks carry it (webhooks.md 2). */
@ListedBy(eventListing, { type: TYPE_WORDS })
export class EventRecord {
  @ApiProperty({ type: String, format: 'uuid', example: '019a0b1c-0000-7000-8000-000000000000' })
  id!: string;

  @ApiProperty(
    openEnum('EventType', { description: 'Kind of the object and what happened to it, such as order.updated.' }),
  )
  type!: string;

  @ApiProperty(openEnum('EventObject', { description: 'Kind of the object that changed.' }))
  object!: string;

  @ApiProperty({ type: String, example: '890123456789012345' })
  object_id!: string;

  @ApiProperty({
    type: 'integer',
    description:
      'Increases with each change of the object. Ignore events with a lower version than the last one you saw.',
  })
  object_version!: number;

  @ApiProperty(enumSchema('EventKind', ['create', 'update', 'delete'], { description: 'Kind of the change.' }))
  event!: string;

  @ApiProperty({ type: String, example: '2026-01-31 12:00:00' })
  occurred_at!: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'The record as the API returned it then, without secrets.',
  })
  data!: unknown;
}

/** @returns the record of an event; the order of its fields is that of the bytes webhooks sign */
export function eventRecord(event: EventRow): EventRecord {
  return {
    id: event.id,
    type: event.type,
    object: event.object,
    object_id: event.objectId,
    object_version: event.objectVersion,
    event: event.event,
    occurred_at: wireTime(event.occurredAt),
    data: event.data,
  };
}
