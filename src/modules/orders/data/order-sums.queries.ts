import { type SelectQueryBuilder } from 'typeorm';
import { type Amount } from '../../../kernel/money';
import { exactSum, sumParts } from '../../../platform/database/rows/exact-sum';
import { ROW } from '../../../platform/database/rows/row-reader';
import { CAME_TO_NOTHING, OWES_NOTHING } from '../domain/order-balance';
import { type OrderStatus } from '../domain/order-status';
import { type Order } from './order.entity';

const AMOUNTS = ['total', 'tax', 'captured', 'refunded', 'due', 'owed'] as const;

/** Sums over orders in one currency. */
export interface OrderSums extends Readonly<Record<(typeof AMOUNTS)[number], Amount>> {
  readonly currencyCode: string;
  /** Neither cancelled nor failed nor declined: `total` and `tax` are theirs. */
  readonly orders: number;
  /** The others. */
  readonly cancelled: number;
}

interface SumRow extends Readonly<Record<string, unknown>> {
  readonly currency: string;
  readonly orders: unknown;
  readonly cancelled: unknown;
}

const isOneOf = (statuses: ReadonlySet<OrderStatus>): string =>
  `${ROW}.status IN (${[...statuses].map((status) => `'${status}'`).join(', ')})`;
const NOTHING = isOneOf(CAME_TO_NOTHING);
const ofKept = (column: string): string => `(CASE WHEN ${NOTHING} THEN 0 ELSE ${ROW}.${column} END)`;
/** As `orderBalance`. */
const OWED = `(CASE WHEN ${isOneOf(OWES_NOTHING)} THEN 0 ELSE ${ROW}.total - ${ROW}.credit END)`;
const BALANCE = `(${OWED} - ${ROW}.captured + ${ROW}.refunded)`;

/** Sums up the orders of a query, by their currency. @param query of all rows, in no order */
export async function sumOrders(query: SelectQueryBuilder<Order>): Promise<OrderSums[]> {
  const rows = await query
    .select([`${ROW}.currencyCode AS currency`, `SUM(CASE WHEN ${NOTHING} THEN 0 ELSE 1 END) AS orders`])
    .addSelect([
      `SUM(CASE WHEN ${NOTHING} THEN 1 ELSE 0 END) AS cancelled`,
      ...sumParts(ofKept('total'), 'total'),
      ...sumParts(ofKept('tax'), 'tax'),
      ...sumParts(`${ROW}.captured`, 'captured'),
      ...sumParts(`${ROW}.refunded`, 'refunded'),
      ...sumParts(`(CASE WHEN ${BALANCE} > 0 THEN ${BALANCE} ELSE 0 END)`, 'due'),
      ...sumParts(`(CASE WHEN ${BALANCE} < 0 THEN -${BALANCE} ELSE 0 END)`, 'owed'),
    ])
    .groupBy(`${ROW}.currencyCode`)
    .orderBy(`${ROW}.currencyCode`)
    .getRawMany<SumRow>();
  return rows.map((row) => ({
    currencyCode: row.currency,
    orders: Number(row.orders),
    cancelled: Number(row.cancelled),
    ...(Object.fromEntries(AMOUNTS.map((name) => [name, exactSum(row, name)])) as Record<
      (typeof AMOUNTS)[number],
      Amount
    >),
  }));
}
