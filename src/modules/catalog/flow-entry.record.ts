import { ApiProperty } from '@nestjs/swagger';
import { ListedBy } from '../../platform/http/openapi/list-parameters';

/** An entry of a flow. The store has no flows: v1 storefronts ask for those of banners and take an empty list (storefront.md 11). */
@ListedBy({ filters: {}, sorts: {} })
export class FlowEntryRecord {
  @ApiProperty({ type: String, example: '890123456789012345' })
  id!: string;
}
