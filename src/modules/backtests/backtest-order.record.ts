import { ApiProperty } from '@nestjs/swagger';
import { wireTime } from '../../kernel/clock';
import { amountNumber } from '../../kernel/money';
import { ListedBy } from '../../platform/http/openapi/list-parameters';
import { objectSchema } from '../../platform/http/openapi/record-schemas';
import { type BacktestOrder } from './data/backtest-order.entity';
import { backtestOrderListing } from './data/backtest.listing';
import { type ThenAndTest } from './domain/tally';

const amount = { type: 'number', example: 12.5 };

/** An amount in the baseline, and in the test. */
export const THEN_AND_TEST = objectSchema({ then: amount, test: amount }, { title: 'ThenAndTest' });

const PROMOTION = objectSchema(
  { id: { type: 'string' }, title: { type: 'string' }, discount: amount },
  { title: 'BacktestOrderPromotion' },
);

/** An order that a back-test touched. Amounts are in the default currency. */
@ListedBy(backtestOrderListing, { order_id: 'Id of the order.' })
export class BacktestOrderRecord {
  @ApiProperty({ type: String, description: 'Id of the order.', example: '890123456789012345' })
  order!: string;

  @ApiProperty({ type: String, description: 'When the order was placed.', example: '2026-01-31 12:00:00' })
  created_at!: string;

  @ApiProperty({ ...THEN_AND_TEST, description: 'Taken off, shipping included.' })
  discount!: ThenAndTest<number>;

  @ApiProperty({ ...THEN_AND_TEST, description: 'Total of the order.' })
  revenue!: ThenAndTest<number>;

  @ApiProperty({
    type: 'array',
    items: PROMOTION as object,
    description: 'The tested promotions that apply, in their order.',
  })
  promotions!: readonly { readonly id: string; readonly title: string; readonly discount: number }[];
}

/** The record of a touched order. @param titles of the tested promotions, by id */
export function backtestOrderRecord(row: BacktestOrder, titles: ReadonlyMap<string, string>): BacktestOrderRecord {
  return {
    order: row.orderId,
    created_at: wireTime(row.placedAt),
    discount: { then: amountNumber(row.discountThen), test: amountNumber(row.discountTest) },
    revenue: { then: amountNumber(row.revenueThen), test: amountNumber(row.revenueTest) },
    promotions: row.promotions.map(([id, discount]) => ({
      id,
      title: titles.get(id) ?? '',
      discount: Number(discount),
    })),
  };
}
