import { byId } from '../../../platform/database/lists/filters';
import { type Listing } from '../../../platform/database/lists/listing';
import { type BacktestOrder } from './backtest-order.entity';
import { type Backtest } from './backtest.entity';

/** Back-tests are looked up by id only. */
export const backtestListing: Listing<Backtest> = { filters: { id: byId('id') }, sorts: { id: 'id' } };

/** Filters and sort keys of the orders that a back-test touched: ids rise in their order. */
export const backtestOrderListing: Listing<BacktestOrder> = {
  filters: { order_id: byId('orderId') },
  sorts: {},
  age: 'id',
  isStrict: true,
};
