import { type QueryRunner } from 'typeorm';
import { parseDecimal } from '../../kernel/decimal';
import { type RoundingMode } from '../../kernel/money';
import { BATCH, bigintText, places, rows } from './row-batches';
import { wentThrough } from '../migration-progress';

interface OldUse {
  readonly order_id: string;
  readonly promotion_id: string;
  readonly amount: string;
  /** Exchange rate of the order; null: the order was removed. */
  readonly rate: string | null;
  readonly currency: string | null;
}

/**
 * Fills in what each use took off in the default currency, `R4(amount / exchange_rate)` by the rate of its order, a batch
 * at a time by primary key. An order that was removed left no rate: its use counts as it is.
 */
export async function fillDiscounted(runner: QueryRunner): Promise<void> {
  for (let last = '0'; ;) {
    const uses = await oldUses(runner, `r.order_id >= ? ORDER BY r.order_id LIMIT ${BATCH}`, [last]);
    const newest = uses.at(-1);
    if (newest === undefined) return;
    await write(runner, uses);
    wentThrough(runner, uses.length);
    last = newest.order_id;
  }
}

/** {@link fillDiscounted} for the uses of some orders. */
export async function fillDiscountedOf(runner: QueryRunner, orderIds: readonly string[]): Promise<void> {
  await write(runner, await oldUses(runner, `r.order_id IN (${places(orderIds)})`, orderIds));
}

function oldUses(runner: QueryRunner, which: string, values: readonly string[]): Promise<OldUse[]> {
  const text = (column: string): string => bigintText(runner, column);
  return rows<OldUse>(
    runner,
    `SELECT ${text('r.order_id')} AS order_id, ${text('r.promotion_id')} AS promotion_id, ${text('r.amount')} AS amount,
       o.exchange_rate AS rate, o.currency AS currency
     FROM promotion_redemptions r LEFT JOIN orders o ON o.id = r.order_id WHERE r.discounted IS NULL AND ${which}`,
    values,
  );
}

/** Most uses are in the default currency: they take one statement together. */
async function write(runner: QueryRunner, uses: readonly OldUse[]): Promise<void> {
  const isSame = ({ rate }: OldUse): boolean => rate === null || Number(rate) === 1;
  // Uses of one order have one rate, so that the ids of orders are enough.
  const same = uses.filter(isSame).map(({ order_id }) => String(BigInt(order_id)));
  if (same.length > 0) {
    await runner.query(
      `UPDATE promotion_redemptions SET discounted = amount WHERE discounted IS NULL AND order_id IN (${same.join(', ')})`,
    );
  }
  for (const use of uses.filter((each) => !isSame(each))) {
    const values = [discountedOf(use), use.order_id, use.promotion_id];
    await runner.query(
      'UPDATE promotion_redemptions SET discounted = ? WHERE order_id = ? AND promotion_id = ?',
      values,
    );
  }
}

function discountedOf({ amount, rate, currency }: OldUse): string {
  const { digits, scale } = parseDecimal(rate ?? '1');
  const mode = (JSON.parse(currency ?? '{}') as { data?: { rounding_mode?: RoundingMode } }).data?.rounding_mode;
  const numerator = BigInt(amount) * 10n ** BigInt(scale);
  const rounded = (2n * numerator + digits) / (2n * digits);
  const isTie = 2n * numerator + digits === rounded * 2n * digits;
  return String(mode === 'half_even' && isTie && rounded % 2n === 1n ? rounded - 1n : rounded);
}
