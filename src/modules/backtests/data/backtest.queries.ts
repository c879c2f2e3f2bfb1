import { Between, type EntityManager, In } from 'typeorm';
import { type TestedUse } from '../domain/use-book';
import { BacktestUse } from './backtest-use.entity';

/** Uses of customers, given back or not. */
export function usesOfCustomers(
  manager: EntityManager,
  backtestId: string,
  keys: readonly string[],
): Promise<TestedUse[]> {
  if (keys.length === 0) return Promise.resolve([]);
  return manager.findBy(BacktestUse, { backtestId, customerKey: In([...keys]) });
}

/** Uses that are given back after an instant, up to another one. */
export function usesDue(manager: EntityManager, backtestId: string, after: Date, until: Date): Promise<TestedUse[]> {
  const first = new Date(after.getTime() + 1);
  return manager.find(BacktestUse, {
    where: { backtestId, until: Between(first, until) },
    order: { until: 'ASC', id: 'ASC' },
  });
}
