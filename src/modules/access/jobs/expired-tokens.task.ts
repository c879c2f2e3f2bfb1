import { type Clock } from '../../../kernel/clock';
import { type Config } from '../../../platform/config/config';
import { type Transactions } from '../../../platform/database/connection/transactions';
import { hoursBefore, secondsOfDays } from '../../../platform/retention/retention-task';
import { OldRowsTask } from '../../../platform/retention/old-rows.task';
import { AccessToken } from '../data/access-token.entity';

/** Removes expired access tokens. */
export function expiredTokensTask(
  transactions: Transactions,
  clock: Clock,
  { retention }: Config,
): OldRowsTask<AccessToken> {
  return new OldRowsTask(transactions, {
    kind: 'access_tokens',
    entity: AccessToken,
    by: 'expiresAt',
    keptSeconds: secondsOfDays(retention.expiredTokenDays),
    until: () => hoursBefore(clock.now(), retention.expiredTokenDays * 24),
  });
}
