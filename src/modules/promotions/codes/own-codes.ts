import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../../kernel/clock';
import { ValidationFailed } from '../../../kernel/errors';
import { IdGenerator } from '../../../kernel/ids';
import { insertRows } from '../../../platform/database/rows/row-reader';
import { Jobs } from '../../../platform/jobs/jobs';
import { ADDING_JOBS, REMOVE_CODES } from './code-jobs';
import { type Promotion } from '../data/promotion.entity';
import { NO_POOL, PromotionCode } from '../data/promotion-code.entity';

/** A promotion, as far as it stands among all codes. */
type OwnCode = Pick<Promotion, 'discountCode' | 'codeKey'>;

/** Keeps the own codes of promotions among the codes of all pools, where no two are the same (promotions-at-scale.md 4). */
@Injectable()
export class OwnCodes {
  constructor(
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
  ) {}

  /**
   * @param before the key of the code that it had
   * @throws the driver's error when it is a code of a pool: `discount_code must be unique`
   */
  async keep(tx: EntityManager, promotion: OwnCode, before: string | null): Promise<void> {
    const { discountCode, codeKey } = promotion;
    if (codeKey === before) return;
    await removeOwn(tx, before);
    if (discountCode === null || codeKey === null) return;
    const code = { id: this.ids.next(), promotionId: NO_POOL, code: discountCode, codeKey, isOwn: true };
    const rest = { status: 'unused' as const, uses: 0, used: 0, expiresAt: null, revokedAt: null };
    await insertRows(tx, PromotionCode, [{ ...code, ...rest, createdAt: this.clock.now() }]);
  }

  /** Keeps a promotion with a pool from becoming one for everybody. @throws ValidationFailed when it has codes, or gets some */
  async requireNone(tx: EntityManager, promotionId: string): Promise<void> {
    const hasSome = await tx.existsBy(PromotionCode, { promotionId });
    if (!hasSome && !(await this.jobs.isActive(tx, promotionId, ADDING_JOBS))) return;
    throw ValidationFailed.of('audience', 'must stay codes: the promotion has a pool of codes');
  }

  /** Frees the codes of a promotion that is removed: its own at once, those of its pool by a job. */
  async free(tx: EntityManager, { id, codeKey, hasCodes }: Promotion): Promise<void> {
    await removeOwn(tx, codeKey);
    if (hasCodes !== true) return;
    await this.jobs.cancelOf(tx, id, ADDING_JOBS);
    await this.jobs.create(tx, { kind: REMOVE_CODES, subject: id, input: {}, total: null });
  }
}

async function removeOwn(tx: EntityManager, codeKey: string | null): Promise<void> {
  if (codeKey !== null) await tx.delete(PromotionCode, { codeKey, isOwn: true });
}
