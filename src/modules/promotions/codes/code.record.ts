import { ApiProperty } from '@nestjs/swagger';
import { wireTime } from '../../../kernel/clock';
import { ListedBy } from '../../../platform/http/openapi/list-parameters';
import { enumSchema } from '../../../platform/http/openapi/record-schemas';
import { type PromotionCode } from '../data/promotion-code.entity';
import { type PromotionRedemption } from '../data/promotion-redemption.entity';
import { CODE_STATES, codeListing, type CodeState } from '../data/promotion-code.listing';

/** A code of a promotion's pool. */
@ListedBy(codeListing({ promotionId: '', now: new Date(0) }), {
  state: 'unused, used (once or more), expired without a use, or revoked.',
  customer: 'Id of the customer, or e-mail address of the buyer, who used it.',
  code: 'The whole code, in any spelling that stands for the same.',
})
export class CodeRecord {
  @ApiProperty({ type: String, example: '890123456789012345' })
  id!: string;

  @ApiProperty({ type: String, description: 'The code as it was created.', example: 'SPRING-7KXMPA2QWD' })
  code!: string;

  @ApiProperty({ type: String, description: 'Id of its promotion.', example: '890123456789012344' })
  promotion!: string;

  @ApiProperty(enumSchema('CodeState', [...CODE_STATES]))
  state!: CodeState;

  @ApiProperty({ type: 'integer', description: 'Most orders that can use it; 0: no limit.', example: 1 })
  uses!: number;

  @ApiProperty({ type: 'integer', description: 'Number of orders that use the code.', example: 0 })
  used!: number;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The last second in which the code can be used; null: it does not expire.',
    example: '2026-12-31 23:59:59',
  })
  expires!: string | null;

  @ApiProperty({ type: String, nullable: true, example: '2026-01-31 12:00:00' })
  revoked_at!: string | null;

  @ApiProperty({ type: String, example: '2026-01-31 12:00:00' })
  created_at!: string;
}

/** An order that used a code. */
export class CodeOrderRecord {
  @ApiProperty({ type: String, description: 'Id of the order.', example: '890123456789012346' })
  id!: string;

  @ApiProperty({
    type: Boolean,
    description: 'Whether the order gave the use back: it was cancelled, failed or declined.',
  })
  given_back!: boolean;

  @ApiProperty({ type: String, description: 'Time when the order was placed.', example: '2026-01-31 12:00:00' })
  created_at!: string;
}

/** A code with what it is of and who used it. */
export class CodeDetailRecord extends CodeRecord {
  @ApiProperty({ type: String, description: 'Title of its promotion.', example: 'Spring sale' })
  promotion_title!: string;

  @ApiProperty({ type: [CodeOrderRecord], description: 'The orders that used it, newest first, 100 at most.' })
  orders!: CodeOrderRecord[];
}

/** The record of a code. @param now by which it may have expired */
export function codeRecord(row: PromotionCode, now: Date): CodeRecord {
  return {
    id: row.id,
    code: row.code,
    promotion: row.promotionId,
    state: row.status === 'unused' && row.expiresAt !== null && row.expiresAt < now ? 'expired' : row.status,
    uses: row.uses,
    used: row.used,
    expires: row.expiresAt && wireTime(row.expiresAt),
    revoked_at: row.revokedAt && wireTime(row.revokedAt),
    created_at: wireTime(row.createdAt),
  };
}

/** The record of an order that used a code. */
export function codeOrderRecord({ orderId, createdAt, releasedAt }: PromotionRedemption): CodeOrderRecord {
  return { id: orderId, given_back: releasedAt !== null, created_at: wireTime(createdAt) };
}
