import { ApiProperty } from '@nestjs/swagger';
import { wireTime } from '../../kernel/clock';
import { amountNumber } from '../../kernel/money';
import { amountSchema, enumSchema, objectSchema } from '../../platform/http/openapi/record-schemas';
import { type Interval, INTERVALS } from './domain/interval';
import { type PromotionResults } from './domain/promotion-results';
import { type ResultsByInterval } from './promotion-results.service';
import { TIME_ZONE, WHEN_NULL } from './statistics.record';

const DAY = '2026-01-31';
const day = (description: string) => ({ type: String, format: 'date', description, example: DAY });
const count = (description: string) => ({ type: 'integer', description, example: 12 });
const CUSTOMERS = objectSchema(
  {
    new: count('Customers whose first order is among these.'),
    returning: count('Customers with earlier orders.'),
  },
  { title: 'PromotionCustomers', description: 'Customers who used the promotion, each once.' },
);
const REVENUE = objectSchema(
  {
    before: amountSchema('Sum of `after`, the discount, and the tax that the discount saved.', 204),
    after: amountSchema('Sum of the totals of the orders.', 180),
  },
  {
    title: 'PromotionRevenue',
    description:
      'Totals of the orders without the discount and with it, both with tax. Version 1.2.0 and earlier ones did not keep the tax that a discount ' +
      'saved: for their orders, `before` leaves it out if prices do not include tax.',
  },
);
const AVERAGE = objectSchema(
  {
    with: amountSchema('Average total of these orders; 0 without any.', 36),
    without: amountSchema('Average total of all other orders; 0 without any.', 24.5),
  },
  { title: 'PromotionAverageOrder', description: 'Rounded to four decimals.' },
);

/** Results of a promotion in some days. Amounts are in the default currency. */
abstract class ResultsRecord {
  @ApiProperty(day('First day, in the time zone of the store.'))
  from!: string;

  @ApiProperty(day('Last day, in the time zone of the store.'))
  to!: string;

  @ApiProperty({
    type: 'integer',
    description: 'Orders that use the promotion, by the day they were placed.',
    example: 5,
  })
  orders!: number;

  @ApiProperty(CUSTOMERS)
  customers!: { readonly new: number; readonly returning: number };

  @ApiProperty({
    type: Number,
    description: 'Sum of the discounts on these orders, from the ledger of uses.',
    example: 20,
  })
  discount!: number;

  @ApiProperty(REVENUE)
  revenue!: { readonly before: number; readonly after: number };

  @ApiProperty(AVERAGE)
  average_order!: { readonly with: number; readonly without: number };
}

/** Results of a promotion in a day, a week or a month. */
export class PromotionIntervalRecord extends ResultsRecord {}

/** Results of a promotion in a period (promotions-at-scale.md 9). */
export class PromotionResultsRecord extends ResultsRecord {
  @ApiProperty(enumSchema('PromotionInterval', INTERVALS))
  by!: Interval;

  @ApiProperty(TIME_ZONE)
  time_zone!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: `Orders without the promotion are complete until this time, UTC. ${WHEN_NULL}`,
    example: '2026-01-31 12:00:00',
  })
  as_of!: string | null;

  @ApiProperty({ type: String, description: 'Code of the default currency, which amounts are in.', example: 'GBP' })
  currency_code!: string;

  @ApiProperty({
    type: [PromotionIntervalRecord],
    description: 'Every day, week or month of the period, oldest first.',
  })
  intervals!: PromotionIntervalRecord[];
}

/** Makes the record of a promotion's results. */
export function promotionResultsRecord(results: ResultsByInterval): PromotionResultsRecord {
  const { by, timeZone, asOf, currencyCode, all, intervals } = results;
  return {
    ...shown(all),
    by,
    time_zone: timeZone,
    as_of: asOf && wireTime(asOf),
    currency_code: currencyCode,
    intervals: intervals.map(shown),
  };
}

function shown(results: PromotionResults): PromotionIntervalRecord {
  const { window, discount, discountTax, revenue } = results;
  return {
    ...window,
    orders: Number(results.orders),
    customers: { new: Number(results.newCustomers), returning: Number(results.returningCustomers) },
    discount: amountNumber(discount),
    revenue: { before: amountNumber(revenue + discount + discountTax), after: amountNumber(revenue) },
    average_order: { with: amountNumber(results.average), without: amountNumber(results.averageWithout) },
  };
}
