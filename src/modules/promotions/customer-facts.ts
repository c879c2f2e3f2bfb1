import { type Evaluation, type RejectionDetail } from './domain/evaluation';
import { type RuleFailure } from './domain/rules/compiled-rule';

/**
 * Returns an evaluation whose rejections hide the store's facts about the customer: e-mail address, group, number and sum of
 * orders. The prices stay as they are (orders-and-payments.md 22).
 */
export function withoutCustomerFacts(evaluation: Evaluation): Evaluation {
  const rejected = evaluation.rejected.map((each) => ({ ...each, detail: discreet(each.detail) }));
  return { ...evaluation, rejected };
}

function discreet(detail: RejectionDetail): RejectionDetail {
  if (detail === null) return null;
  if ('customer_group' in detail) return { ...detail, actual: null };
  if ('customer_uses' in detail) return { customer_uses: detail.customer_uses };
  if (!('path' in detail)) return detail;
  const { or } = detail;
  return { ...discreetFailure(detail), ...(or && { or: or.map(discreetFailure) }) };
}

function discreetFailure<F extends RuleFailure>(failure: F): F {
  const isOfCustomer = failure.type === 'customer' || failure.match === 'customer_group';
  return isOfCustomer ? { ...failure, actual: null } : failure;
}
