import { type SelectQueryBuilder } from 'typeorm';
import { type Amount } from '../../../kernel/money';
import { exactSum, sumParts } from '../../../platform/database/rows/exact-sum';
import { ROW } from '../../../platform/database/rows/row-reader';
import { type Payment } from './payment.entity';

/** The money that transactions moved in one currency. */
export interface MoneyTotal {
  readonly currencyCode: string;
  readonly captured: Amount;
  readonly refunded: Amount;
  /** The tax in `captured`, as far as it is known. */
  readonly capturedTax: Amount;
  readonly refundedTax: Amount;
  /** Transactions that moved money of which the tax is not known. */
  readonly untaxed: number;
}

interface MoveSum extends Readonly<Record<string, unknown>> {
  readonly currency_of: string;
  readonly is_refund: unknown;
  readonly untaxed: unknown;
}

const IS_REFUND = `CASE WHEN ${ROW}.method IN ('refund', 'reversal') THEN 1 ELSE 0 END`;
/** A reversal takes back what a refund gave. */
const SIGN = `CASE WHEN ${ROW}.method = 'reversal' THEN -1 ELSE 1 END`;
/** As `taxOf` of the transaction's record. */
const TAX = `COALESCE(${ROW}.tax, CASE WHEN COALESCE(${ROW}.method, '') NOT IN ('refund', 'reversal') AND ${ROW}.amount = paid.total
  AND paid.captured = paid.total THEN paid.tax END)`;
const CURRENCY = `COALESCE(paid.currency_code, ${ROW}.currency_code)`;

/**
 * Sums up the transactions of a query that moved money, by the currency of their orders. Those of orders that a version removed
 * which did not keep the currency are left out.
 * @param query of all rows, in no order
 */
export async function sumMoney(query: SelectQueryBuilder<Payment>): Promise<MoneyTotal[]> {
  const rows = await query
    .leftJoin('orders', 'paid', `paid.id = ${ROW}.orderId`)
    .select([`${CURRENCY} AS currency_of`, `${IS_REFUND} AS is_refund`, `SUM(${TAX} IS NULL) AS untaxed`])
    .addSelect([
      ...sumParts(`(${SIGN}) * ${ROW}.amount`, 'amount'),
      ...sumParts(`(${SIGN}) * COALESCE(${TAX}, 0)`, 'tax'),
    ])
    .andWhere(`${ROW}.state IN ('captured', 'succeeded')`)
    // Without a method: a charge from before methods were kept, all of it captured.
    .andWhere(`(${ROW}.method IS NULL OR ${ROW}.method IN ('purchase', 'capture', 'recorded', 'refund', 'reversal'))`)
    .andWhere(`${CURRENCY} IS NOT NULL`)
    .groupBy('currency_of')
    .addGroupBy('is_refund')
    .orderBy('currency_of')
    .getRawMany<MoveSum>();
  const totals = new Map<string, MoneyTotal>();
  for (const row of rows) totals.set(row.currency_of, withMoves(totals.get(row.currency_of), row));
  return [...totals.values()];
}

function withMoves(total: MoneyTotal | undefined, row: MoveSum): MoneyTotal {
  const [amount, tax] = [exactSum(row, 'amount'), exactSum(row, 'tax')];
  const moved =
    Number(row.is_refund) === 1 ? { refunded: amount, refundedTax: tax } : { captured: amount, capturedTax: tax };
  const none = { currencyCode: row.currency_of, captured: 0n, refunded: 0n, capturedTax: 0n, refundedTax: 0n };
  return { ...none, ...total, ...moved, untaxed: (total?.untaxed ?? 0) + Number(row.untaxed) };
}
