import { ApiProperty } from '@nestjs/swagger';
import { wireTime } from '../../kernel/clock';
import { partWords } from '../../platform/database/lists/part-sought';
import { ListedBy } from '../../platform/http/openapi/list-parameters';
import { type CustomerGroup } from './data/customer-group.entity';
import { customerGroupListing } from './data/customer-group.listing';

export type { CustomerGroup };

/** A customer group as the API answers it (wire.md 7). */
@ListedBy(customerGroupListing, { q: partWords('title') })
export class CustomerGroupRecord {
  @ApiProperty({ type: String, example: '890123456789012345' })
  id!: string;

  @ApiProperty({ type: String, example: 'Trade' })
  title!: string;

  @ApiProperty({ type: String, example: 'trade' })
  slug!: string;

  @ApiProperty({ type: String, example: '2026-01-31 12:00:00' })
  created_at!: string;

  @ApiProperty({ type: String, example: '2026-01-31 12:00:00' })
  updated_at!: string;
}

/** @returns the record of a customer group */
export function customerGroupRecord(group: CustomerGroup): CustomerGroupRecord {
  return {
    id: group.id,
    title: group.title,
    slug: group.slug,
    created_at: wireTime(group.createdAt),
    updated_at: wireTime(group.updatedAt),
  };
}
