import { type Clock } from '../../../kernel/clock';
import { type Transactions } from '../../../platform/database/connection/transactions';
import { OldRowsTask } from '../../../platform/retention/old-rows.task';
import { hoursBefore } from '../../../platform/retention/retention-task';
import { CustomerToken } from '../data/customer-token.entity';

/** Removes expired tokens of customers. The API responds alike to an expired token and an unknown one. */
export function expiredCustomerTokensTask(transactions: Transactions, clock: Clock): OldRowsTask<CustomerToken> {
  return new OldRowsTask(transactions, {
    kind: 'customer_tokens',
    entity: CustomerToken,
    by: 'expiresAt',
    keptSeconds: 0,
    until: () => hoursBefore(clock.now(), 0),
  });
}
