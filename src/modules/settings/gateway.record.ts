import { ApiProperty } from '@nestjs/swagger';
import { wireTime } from '../../kernel/clock';
import { ListedBy } from '../../platform/http/openapi/list-parameters';
import { type Gateway } from './data/gateway.entity';
import { gatewayListing } from './data/gateway.listing';

export type { Gateway };

/** A gateway as the API answers it (wire.md 7), never with its settings. */
@ListedBy(gatewayListing)
export class GatewayRecord {
  @ApiProperty({ type: String, example: '890123456789012345' })
  id!: string;

  @ApiProperty({ type: String, example: 'manual' })
  slug!: string;

  @ApiProperty({ type: String, example: 'Manual' })
  name!: string;

  @ApiProperty({ type: String, nullable: true })
  description!: string | null;

  @ApiProperty({ type: Boolean, description: 'Whether customers can choose this gateway at checkout.' })
  enabled!: boolean;

  @ApiProperty({ type: String, example: '2026-01-31 12:00:00' })
  created_at!: string;

  @ApiProperty({ type: String, example: '2026-01-31 12:00:00' })
  updated_at!: string;
}

/** @returns the record of a gateway */
export function gatewayRecord(gateway: Gateway): GatewayRecord {
  return {
    id: gateway.id,
    slug: gateway.slug,
    name: gateway.name,
    description: gateway.description,
    enabled: gateway.enabled,
    created_at: wireTime(gateway.createdAt),
    updated_at: wireTime(gateway.updatedAt),
  };
}
