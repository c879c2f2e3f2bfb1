import { Entity, Index } from 'typeorm';
import {
  BooleanColumn,
  IdColumn,
  IdReference,
  IntegerColumn,
  StringColumn,
  TimeColumn,
} from '../../../platform/database/rows/columns';

/** The state of a code. Expiry is not a state: it depends on the time. */
export type CodeStatus = 'unused' | 'used' | 'revoked';

/** In place of a promotion: a code that is in no pool. */
export const NO_POOL = '0';

/**
 * A code of a promotion: of its pool, or its own `discount_code`, which stands here so that no code means two promotions
 * (promotions-at-scale.md 4). No store object: there may be ten million of them.
 */
@Entity('promotion_codes')
// Named for the field that is at fault when a promotion's own code is taken: the codes of pools never run into it.
@Index('uq_promotion_codes__discount_code', ['codeKey'], { unique: true })
@Index('ix_promotion_codes__promotion', ['promotionId', 'id'])
@Index('ix_promotion_codes__status', ['promotionId', 'status', 'id'])
export class PromotionCode {
  @IdColumn()
  id!: string;

  /** Promotion of the pool; {@link NO_POOL} for a promotion's own code, so that an index can list and count pools. */
  @IdReference()
  promotionId!: string;

  /** As it was made or typed. */
  @StringColumn()
  code!: string;

  /** In the form that is compared and unique (promotions.md 34). */
  @StringColumn()
  codeKey!: string;

  /** Whether it is the promotion's `discount_code`, of which nothing else here counts. */
  @BooleanColumn()
  isOwn!: boolean;

  /** `used` from the first use on, `unused` again when all of them were given back. */
  @StringColumn(8)
  status!: CodeStatus;

  /** Most uses; 0: no limit. */
  @IntegerColumn()
  uses!: number;

  /** Ledger rows that were not given back. Changed by conditional UPDATEs only. */
  @IntegerColumn()
  used!: number;

  /** The last instant that it can be used at; null: it does not expire. */
  @TimeColumn({ nullable: true })
  expiresAt!: Date | null;

  @TimeColumn({ nullable: true })
  revokedAt!: Date | null;

  @TimeColumn()
  createdAt!: Date;
}
