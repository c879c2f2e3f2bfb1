import { reading, store } from '../../shared/api/store';

/** A back-test with how far it is, and in the end what it found. */
export const readingBacktest = (id: string) =>
  reading(['/v1/promotions/backtests', id], (signal) =>
    store.GET('/v1/promotions/backtests/{backtest_id}', { params: { path: { backtest_id: id } }, signal }),
  );
