import { Conflict, NotFound } from '../../kernel/errors';

/** No promotion has this id. */
export class PromotionNotFound extends NotFound {
  readonly code = 'promotions.not_found';
  constructor() {
    super('No promotion found');
  }
}

/** An order that was cancelled, failed or declined wants its discount back, and others have used it up (promotions.md 32). */
export class PromotionUsedUp extends Conflict {
  readonly code = 'promotions.used_up';
  /** @param promotionId the promotion of which no use is left */
  constructor(readonly promotionId: string) {
    super(`Promotion ${promotionId} has been used up by other orders`);
  }
}
