import { ApiProperty } from '@nestjs/swagger';
import { wireTime } from '../../kernel/clock';
import { amountNumber, divideRounded } from '../../kernel/money';
import { amountSchema } from '../../platform/http/openapi/record-schemas';
import { type Figures, NONE, plus } from './domain/figures';
import { type Window } from './domain/window';

/** The figures of every day of a window, and until when they are complete. */
export interface Statistics {
  readonly window: Window;
  readonly timeZone: string;
  readonly asOf: Date | null;
  readonly currencyCode: string;
  readonly days: readonly { readonly day: string; readonly figures: Figures }[];
}

const DAY = '2026-01-31';

/** The zone of the days of a record. */
export const TIME_ZONE = {
  type: String,
  description: 'Time zone of the days, setting `STORE_TIME_ZONE`.',
  example: 'Europe/London',
};
/** When the figures are not complete. */
export const WHEN_NULL =
  'Null while a worker counts all orders and customers anew: after the update that brought statistics, and after a change of ' +
  '`STORE_TIME_ZONE`, or of `NODE_ENV` to or from production. Also null if this process has other values of these settings than that worker.';
const ORDERS = 'Orders that were created then and neither cancelled nor failed nor declined.';
const TOTAL = 'Sum of the totals of those orders.';
const REVENUE = 'Money captured then, less money refunded then.';
const CUSTOMERS = 'Customers whose record was created then.';
const count = (description: string) => ({ type: 'integer' as const, description, example: 12 });
const ofDay = { type: String, format: 'date', description: 'The day, in `time_zone`.', example: DAY };

/** The fields of every statistics response. */
abstract class PeriodRecord {
  @ApiProperty({ type: String, format: 'date', description: 'First day, in `time_zone`.', example: DAY })
  from!: string;

  @ApiProperty({ type: String, format: 'date', description: 'Last day, in `time_zone`.', example: DAY })
  to!: string;

  @ApiProperty(TIME_ZONE)
  time_zone!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: `The figures are complete until this time, UTC. ${WHEN_NULL}`,
    example: '2026-01-31 12:00:00',
  })
  as_of!: string | null;

  @ApiProperty({ type: String, description: 'Code of the default currency, which amounts are in.', example: 'GBP' })
  currency_code!: string;
}

/** Orders of a day. */
export class OrdersDayRecord {
  @ApiProperty(ofDay) day!: string;
  @ApiProperty(count(ORDERS)) count!: number;
  @ApiProperty(count('Orders that were created then and cancelled, failed or declined since.')) cancelled!: number;
  @ApiProperty(amountSchema(TOTAL)) total!: number;
}

/** Orders of a period. */
export class OrdersStatisticsRecord extends PeriodRecord {
  @ApiProperty(count(ORDERS)) count!: number;
  @ApiProperty(count('Orders that were created then and cancelled, failed or declined since.')) cancelled!: number;
  @ApiProperty(amountSchema(TOTAL)) total!: number;
  @ApiProperty(amountSchema('`total` divided by `count`, rounded to four decimals; 0 without orders.', 9.99))
  average!: number;
  @ApiProperty({ type: [OrdersDayRecord], description: 'Every day of the period, oldest first.' })
  days!: OrdersDayRecord[];
}

/** Money of a day. */
export class RevenueDayRecord {
  @ApiProperty(ofDay) day!: string;
  @ApiProperty(amountSchema('Sum of purchases and captures.')) captured!: number;
  @ApiProperty(amountSchema('Sum of refunds.', 0)) refunded!: number;
  @ApiProperty(amountSchema(REVENUE)) revenue!: number;
}

/** Money of a period. */
export class RevenueStatisticsRecord extends PeriodRecord {
  @ApiProperty(amountSchema('Sum of purchases and captures.')) captured!: number;
  @ApiProperty(amountSchema('Sum of refunds.', 0)) refunded!: number;
  @ApiProperty(amountSchema(REVENUE)) revenue!: number;
  @ApiProperty({ type: [RevenueDayRecord], description: 'Every day of the period, oldest first.' })
  days!: RevenueDayRecord[];
}

/** Customers of a day. */
export class CustomersDayRecord {
  @ApiProperty(ofDay) day!: string;
  @ApiProperty(count(CUSTOMERS)) count!: number;
}

/** Customers of a period. */
export class CustomersStatisticsRecord extends PeriodRecord {
  @ApiProperty(count(CUSTOMERS)) count!: number;
  @ApiProperty({ type: [CustomersDayRecord], description: 'Every day of the period, oldest first.' })
  days!: CustomersDayRecord[];
}

/** A day of the store. */
export class StoreDayRecord {
  @ApiProperty(ofDay) day!: string;
  @ApiProperty(count(ORDERS)) orders!: number;
  @ApiProperty(amountSchema(TOTAL)) total!: number;
  @ApiProperty(amountSchema(REVENUE)) revenue!: number;
  @ApiProperty(count(CUSTOMERS)) customers!: number;
}

/** The store in a period. */
export class StoreStatisticsRecord extends PeriodRecord {
  @ApiProperty(count(ORDERS)) orders!: number;
  @ApiProperty(amountSchema(TOTAL)) total!: number;
  @ApiProperty(amountSchema(REVENUE)) revenue!: number;
  @ApiProperty(count(CUSTOMERS)) customers!: number;
  @ApiProperty({ type: [StoreDayRecord], description: 'Every day of the period, oldest first.' })
  days!: StoreDayRecord[];
}

const ofOrders = ({ orders, cancelled, total }: Figures) => ({
  count: Number(orders),
  cancelled: Number(cancelled),
  total: amountNumber(total),
});
const ofRevenue = ({ captured, refunded }: Figures) => ({
  captured: amountNumber(captured),
  refunded: amountNumber(refunded),
  revenue: amountNumber(captured - refunded),
});
const ofCustomers = ({ customers }: Figures) => ({ count: Number(customers) });
const ofStore = (figures: Figures) => ({
  orders: Number(figures.orders),
  total: amountNumber(figures.total),
  revenue: amountNumber(figures.captured - figures.refunded),
  customers: Number(figures.customers),
});

/** Makes the record of orders. */
export function ordersStatistics(statistics: Statistics): OrdersStatisticsRecord {
  const { orders, total } = sumOf(statistics);
  const average = orders === 0n ? 0n : divideRounded(total, orders);
  return { ...recordOf(statistics, ofOrders), average: amountNumber(average) };
}

/** Makes the record of revenue. */
export function revenueStatistics(statistics: Statistics): RevenueStatisticsRecord {
  return recordOf(statistics, ofRevenue);
}

/** Makes the record of customers. */
export function customersStatistics(statistics: Statistics): CustomersStatisticsRecord {
  return recordOf(statistics, ofCustomers);
}

/** Makes the record of the store. */
export function storeStatistics(statistics: Statistics): StoreStatisticsRecord {
  return recordOf(statistics, ofStore);
}

function sumOf({ days }: Statistics): Figures {
  return days.reduce((sum, { figures }) => plus(sum, figures), NONE);
}

function recordOf<T extends object>(statistics: Statistics, shown: (figures: Figures) => T) {
  const { window, timeZone, asOf, currencyCode, days } = statistics;
  return {
    ...window,
    time_zone: timeZone,
    as_of: asOf && wireTime(asOf),
    currency_code: currencyCode,
    ...shown(sumOf(statistics)),
    days: days.map(({ day, figures }) => ({ day, ...shown(figures) })),
  };
}
