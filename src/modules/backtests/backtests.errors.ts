import { Conflict, NotFound } from '../../kernel/errors';

/** No back-test has this id. */
export class BacktestNotFound extends NotFound {
  readonly code = 'backtests.not_found';
  constructor() {
    super('No back-test found');
  }
}

/** As many back-tests wait as may (promotions-at-scale.md 10). */
export class TooManyBacktests extends Conflict {
  readonly code = 'backtests.too_many';
  /** @param most that may wait or run at once */
  constructor(most: number) {
    super(`There are ${most} back-tests that have not ended: wait for one, or cancel it`);
  }
}
