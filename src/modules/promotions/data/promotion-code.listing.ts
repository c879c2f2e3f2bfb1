import { IsNull, LessThan, MoreThanOrEqual, Raw } from 'typeorm';
import { byChoice, oneValue } from '../../../platform/database/lists/filters';
import { type FilterCondition, type Listing } from '../../../platform/database/lists/listing';
import { canonicalCode } from '../domain/fold-text';
import { customerKeys } from './customer-keys';
import { type PromotionCode } from './promotion-code.entity';

/** The promotion and the customer of a list of codes, and the time of the request. */
interface CodeList {
  /** The promotion whose pool it is. */
  readonly promotionId: string;
  /** Codes whose last instant is before this one have expired. */
  readonly now: Date;
  /** Id of the customer with the filter's e-mail address. */
  readonly customerId?: string | undefined;
}

/** The state of a code, as people ask for it. */
export const CODE_STATES = ['unused', 'used', 'expired', 'revoked'] as const;
export type CodeState = (typeof CODE_STATES)[number];

function ofState(state: CodeState, now: Date): FilterCondition<PromotionCode> {
  if (state === 'used' || state === 'revoked') return { status: state };
  if (state === 'expired') return { status: 'unused', expiresAt: LessThan(now) };
  return [
    { status: 'unused', expiresAt: IsNull() },
    { status: 'unused', expiresAt: MoreThanOrEqual(now) },
  ];
}

/** Codes that a customer used, by id or by e-mail address, as guest or not. */
function usedBy(text: string, { promotionId, customerId }: CodeList): FilterCondition<PromotionCode> {
  const keys = customerKeys(text, customerId);
  const sql = `SELECT code_id FROM promotion_redemptions
    WHERE promotion_id = :promotionId AND customer_key IN (:...keys) AND released_at IS NULL`;
  return { id: Raw((id) => `${id} IN (${sql})`, { promotionId, keys }) };
}

/** The filters of a list of codes; it is sorted by age alone. */
export function codeListing(list: CodeList): Listing<PromotionCode> {
  return {
    filters: {
      state: byChoice('state', CODE_STATES, (state) => ofState(state, list.now)),
      customer: oneValue((text) => usedBy(text, list)),
      code: (text) => ({ codeKey: canonicalCode(text) }),
    },
    sorts: {},
    age: 'id',
    isStrict: true,
  };
}
