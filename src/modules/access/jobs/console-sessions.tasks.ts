import { type Clock } from '../../../kernel/clock';
import { type Transactions } from '../../../platform/database/connection/transactions';
import { OldRowsTask } from '../../../platform/retention/old-rows.task';
import { hoursBefore } from '../../../platform/retention/retention-task';
import { ConsoleCode } from '../data/console-code.entity';
import { ConsoleSession } from '../data/console-session.entity';

/** Removes sessions of the console that have ended. */
export function consoleSessionsTask(transactions: Transactions, clock: Clock): OldRowsTask<ConsoleSession> {
  return new OldRowsTask(transactions, {
    kind: 'console_sessions',
    entity: ConsoleSession,
    by: 'expiresAt',
    keptSeconds: 0,
    until: () => hoursBefore(clock.now(), 0),
  });
}

/** Removes codes of links to the console that nobody used in time. */
export function consoleCodesTask(transactions: Transactions, clock: Clock): OldRowsTask<ConsoleCode> {
  return new OldRowsTask(transactions, {
    kind: 'console_codes',
    entity: ConsoleCode,
    by: 'expiresAt',
    keptSeconds: 0,
    until: () => hoursBefore(clock.now(), 0),
  });
}
