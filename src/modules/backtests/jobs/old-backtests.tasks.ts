import { type EntityManager, In } from 'typeorm';
import { type Clock } from '../../../kernel/clock';
import { firstIdAt } from '../../../kernel/ids';
import { type Transactions } from '../../../platform/database/connection/transactions';
import { lockFreeRows } from '../../../platform/database/rows/row-removal';
import { type StoreObjectRemoval } from '../../../platform/events/store-object-removal';
import { OldRowsTask } from '../../../platform/retention/old-rows.task';
import { daysBefore, type RetentionTask, secondsOfDays } from '../../../platform/retention/retention-task';
import { BacktestOrder } from '../data/backtest-order.entity';
import { BacktestUse } from '../data/backtest-use.entity';
import { Backtest } from '../data/backtest.entity';

/** Days for which a back-test is kept, like its job (promotions-at-scale.md 10). */
const DAYS = 30;

/** Remove old back-tests and what they found; what a removed one found goes when it is old. */
export function oldBacktestTasks(
  transactions: Transactions,
  clock: Clock,
  removal: StoreObjectRemoval,
): RetentionTask[] {
  const keptSeconds = secondsOfDays(DAYS);
  const until = (): string => firstIdAt(daysBefore(clock.now(), DAYS));
  const remove = async (tx: EntityManager, ids: readonly string[]): Promise<number> => {
    const held = await lockFreeRows(tx, Backtest, { keys: ids });
    if (held.length > 0) await removal.remove(tx, Backtest, await tx.findBy(Backtest, { id: In(held) }));
    return held.length;
  };
  return [
    new OldRowsTask(transactions, { kind: 'backtests', entity: Backtest, by: 'id', keptSeconds, until, remove }),
    new OldRowsTask(transactions, { kind: 'backtest_orders', entity: BacktestOrder, by: 'id', keptSeconds, until }),
    new OldRowsTask(transactions, { kind: 'backtest_uses', entity: BacktestUse, by: 'id', keptSeconds, until }),
  ];
}
