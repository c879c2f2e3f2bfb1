import { type QueryRunner } from 'typeorm';
import { bigintText, rows } from './row-batches';
import { wentThrough } from '../migration-progress';

/** Orders that are read at once. */
const RANGE = 1_000;

/** Whether more was captured than is to be paid: as `orderBalance` is in this version. */
const IS_DUE = `captured > refunded
  + (CASE WHEN status IN ('cancelled', 'failed', 'declined') THEN 0 ELSE total - credit END)`;

interface Id {
  readonly id: string | null;
}

/** Marks the orders whose customers are owed money, a range of ids at a time. Only these are locked. */
export async function fillRefundsDue(runner: QueryRunner): Promise<void> {
  for (let last = '0'; ;) {
    const part = `SELECT id FROM orders WHERE id > ? ORDER BY id LIMIT ${RANGE}`;
    const newest = `SELECT ${bigintText(runner, 'MAX(part.id)')} AS id FROM (${part}) part`;
    const until = (await rows<Id>(runner, newest, [last]))[0]?.id ?? null;
    if (until === null) return;
    const due = `SELECT ${bigintText(runner, 'id')} AS id FROM orders WHERE id > ? AND id <= ? AND ${IS_DUE}`;
    const found = await rows<Id>(runner, due, [last, until]);
    await markRefundsDue(
      runner,
      found.map(({ id }) => id ?? '0'),
    );
    wentThrough(runner, RANGE);
    last = until;
  }
}

/** Marks those of these orders whose customers are owed money at this moment. */
export async function markRefundsDue(runner: QueryRunner, ids: readonly string[]): Promise<void> {
  // A payment or refund may have come since they were found.
  const these = ids.map((id) => BigInt(id)).join(', ');
  if (these !== '') await runner.query(`UPDATE orders SET refund_due = 1 WHERE id IN (${these}) AND ${IS_DUE}`);
}
