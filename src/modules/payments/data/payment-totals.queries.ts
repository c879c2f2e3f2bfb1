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
  readonly currency: string;
  readonly is_refund: unknown;
  readonly untaxed: unknown;
}

const IS_REFUND = `CASE WHEN ${ROW}.method = 'refund' THEN 1 ELSE 0 END`;
/** As `taxOf` of the transaction's record. */
const TAX = `(CASE WHEN ${ROW}.method = 'refund' THEN ${ROW}.tax
  WHEN ${ROW}.amount = paid.total AND paid.captured = paid.total THEN paid.tax END)`;

/**
 * Sums up the transactions of a query that moved money, by the currency of their orders. An order that was removed never had any.
 * @param query of all rows, in no order
 */
export async function sumMoney(query: SelectQueryBuilder<Payment>): Promise<MoneyTotal[]> {
  const rows = await query
    .innerJoin('orders', 'paid', `paid.id = ${ROW}.orderId`)
    .select(['paid.currency_code AS currency', `${IS_REFUND} AS is_refund`, `SUM(${TAX} IS NULL) AS untaxed`])
    .addSelect([...sumParts(`${ROW}.amount`, 'amount'), ...sumParts(`COALESCE(${TAX}, 0)`, 'tax')])
    .andWhere(`${ROW}.state IN ('captured', 'succeeded')`)
    // Without a method: a charge from before methods were kept, all of it captured.
    .andWhere(`(${ROW}.method IS NULL OR ${ROW}.method IN ('purchase', 'capture', 'refund'))`)
    .groupBy('paid.currency_code')
    .addGroupBy('is_refund')
    .orderBy('paid.currency_code')
    .getRawMany<MoveSum>();
  const totals = new Map<string, MoneyTotal>();
  for (const row of rows) totals.set(row.currency, withMoves(totals.get(row.currency), row));
  return [...totals.values()];
}

function withMoves(total: MoneyTotal | undefined, row: MoveSum): MoneyTotal {
  const [amount, tax] = [exactSum(row, 'amount'), exactSum(row, 'tax')];
  const moved =
    Number(row.is_refund) === 1 ? { refunded: amount, refundedTax: tax } : { captured: amount, capturedTax: tax };
  const none = { currencyCode: row.currency, captured: 0n, refunded: 0n, capturedTax: 0n, refundedTax: 0n };
  return { ...none, ...total, ...moved, untaxed: (total?.untaxed ?? 0) + Number(row.untaxed) };
}
