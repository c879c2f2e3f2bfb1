import { type Clock } from '../../../kernel/clock';
import { type Config } from '../../../platform/config/config';
import { type Transactions } from '../../../platform/database/transactions';
import { hoursBefore } from '../../../platform/upkeep/chore';
import { OldRowsChore } from '../../../platform/upkeep/old-rows.chore';
import { AccessToken } from '../data/access-token.entity';

/** Removes access tokens that nobody can use any more. */
export function expiredTokensChore(
  transactions: Transactions,
  clock: Clock,
  { retention }: Config,
): OldRowsChore<AccessToken> {
  return new OldRowsChore(transactions, {
    kind: 'access_tokens',
    entity: AccessToken,
    by: 'expiresAt',
    until: () => hoursBefore(clock.now(), retention.expiredTokenDays * 24),
  });
}
