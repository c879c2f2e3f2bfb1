import { type QueryRunner } from 'typeorm';
import { bigintText, rows } from './row-batches';
import { wentThrough } from '../migration-progress';

/** Orders that are read at once. */
const RANGE = 1_000;

/** A column of orders that is 1 where money is due and null elsewhere, and when it is. */
interface Due {
  readonly column: 'refund_due' | 'payment_due';
  readonly condition: string;
}

/** Whether more was captured than is to be paid: as `orderBalance` is in this version. */
const REFUND: Due = {
  column: 'refund_due',
  condition: `captured > refunded
  + (CASE WHEN status IN ('cancelled', 'failed', 'declined') THEN 0 ELSE total - credit END)`,
};

/** Whether less was captured than is to be paid, while money is held: as `isPaymentDue` is in this version. */
const PAYMENT: Due = {
  column: 'payment_due',
  condition: `total + refunded > credit + captured AND (captured > refunded OR authorized = 1)
  AND status NOT IN ('cancelled', 'failed', 'declined', 'refunded')`,
};

interface Id {
  readonly id: string | null;
}

/** Marks the orders whose customers are owed money, a range of ids at a time. Only these are locked. */
export function fillRefundsDue(runner: QueryRunner): Promise<void> {
  return fill(runner, REFUND);
}

/** {@link fillRefundsDue} for orders of which a payment is due while money is held. */
export function fillPaymentsDue(runner: QueryRunner): Promise<void> {
  return fill(runner, PAYMENT);
}

/** Marks those of these orders whose customers are owed money, or owe some, at this moment. */
export async function markDue(runner: QueryRunner, ids: readonly string[]): Promise<void> {
  await mark(runner, REFUND, ids);
  await mark(runner, PAYMENT, ids);
}

async function fill(runner: QueryRunner, due: Due): Promise<void> {
  for (let last = '0'; ;) {
    const part = `SELECT id FROM orders WHERE id > ? ORDER BY id LIMIT ${RANGE}`;
    const newest = `SELECT ${bigintText(runner, 'MAX(part.id)')} AS id FROM (${part}) part`;
    const until = (await rows<Id>(runner, newest, [last]))[0]?.id ?? null;
    if (until === null) return;
    const these = `SELECT ${bigintText(runner, 'id')} AS id FROM orders WHERE id > ? AND id <= ? AND ${due.condition}`;
    const found = await rows<Id>(runner, these, [last, until]);
    await mark(
      runner,
      due,
      found.map(({ id }) => id ?? '0'),
    );
    wentThrough(runner, RANGE);
    last = until;
  }
}

async function mark(runner: QueryRunner, { column, condition }: Due, ids: readonly string[]): Promise<void> {
  // A payment or refund may have come since they were found.
  const these = ids.map((id) => BigInt(id)).join(', ');
  if (these !== '') await runner.query(`UPDATE orders SET ${column} = 1 WHERE id IN (${these}) AND ${condition}`);
}
