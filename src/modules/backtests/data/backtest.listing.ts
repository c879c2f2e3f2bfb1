import { Raw } from 'typeorm';
import { byChoice, byId, commonFilters } from '../../../platform/database/lists/filters';
import { type Listing } from '../../../platform/database/lists/listing';
import { BACKTEST_STATES } from '../domain/backtest-terms';
import { type BacktestOrder } from './backtest-order.entity';
import { type Backtest } from './backtest.entity';

/** Their job says how far back-tests are: its id is theirs. */
const IN_STATE = 'SELECT id FROM jobs WHERE state = :state';

/** Filters and sort keys of back-tests. They are kept for 30 days, so there are few. */
export const backtestListing: Listing<Backtest> = {
  filters: {
    ...commonFilters<Backtest>(),
    state: byChoice('state', BACKTEST_STATES, (state) => ({ id: Raw((id) => `${id} IN (${IN_STATE})`, { state }) })),
  },
  sorts: { id: 'id', updated_at: 'updatedAt' },
  isStrict: true,
};

/** Filters and sort keys of the orders that a back-test touched: ids rise in their order. */
export const backtestOrderListing: Listing<BacktestOrder> = {
  filters: { order_id: byId('orderId') },
  sorts: {},
  age: 'id',
  isStrict: true,
};
