import { ApiProperty } from '@nestjs/swagger';

/** A reader of the feed that keeps its position in the store (events.md 9). */
export class FeedConsumerRecord {
  @ApiProperty({ type: String, maxLength: 64, example: 'accounting' })
  name!: string;

  @ApiProperty({
    type: 'integer',
    example: 4711,
    description: 'Position of the last event that it has processed; 0: none.',
  })
  position!: number;

  @ApiProperty({ type: 'integer', example: 12, description: 'Positions that were given since then.' })
  lag!: number;

  @ApiProperty({
    type: String,
    example: '2026-01-31 12:00:00',
    description: 'Time when it last kept its position, UTC.',
  })
  updated_at!: string;
}
