import { Conflict, NotFound } from '../../kernel/errors';

/** No promotion has this id. */
export class PromotionNotFound extends NotFound {
  readonly code = 'promotions.not_found';
  constructor() {
    super('No promotion found');
  }
}

/** No pool has this code. */
export class CodeNotFound extends NotFound {
  readonly code = 'promotions.code_not_found';
  constructor() {
    super('No code found');
  }
}

/** The promotion has no job with this id that adds codes, or it is too long ago. */
export class CodeJobNotFound extends NotFound {
  readonly code = 'promotions.job_not_found';
  constructor() {
    super('No job found');
  }
}

/** An edit of an order raises a discount by more than the remaining budget of the promotion (promotions-at-scale.md 7). */
export class PromotionBudgetReached extends Conflict {
  readonly code = 'promotions.budget_reached';
  /** @param promotionId the promotion whose budget it is */
  constructor(readonly promotionId: string) {
    super(`The budget of promotion ${promotionId} is too small for the larger discount`);
  }
}

/**
 * A cancelled, failed or declined order cannot be revived, because other orders used up its promotion (promotions.md
 * 32).
 */
export class PromotionUsedUp extends Conflict {
  readonly code = 'promotions.used_up';
  /** @param promotionId the promotion of which no use is left */
  constructor(readonly promotionId: string) {
    super(`Promotion ${promotionId} has been used up by other orders`);
  }
}
