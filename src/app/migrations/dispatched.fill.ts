import { type QueryRunner } from 'typeorm';
import { BATCH, bigintText, places, rows } from './row-batches';

interface Refunded {
  readonly id: string;
  readonly sent: string | number | bigint;
}

/** Says of the orders that were refunded in part whether they ever were dispatched, a batch at a time by the index of statuses. */
export async function fillDispatched(runner: QueryRunner): Promise<void> {
  for (let last = '0'; ;) {
    const orders = await refunded(runner, `o.id > ? ORDER BY o.id LIMIT ${BATCH}`, [last]);
    const newest = orders.at(-1);
    if (newest === undefined) return;
    await mark(runner, orders);
    last = newest.id;
  }
}

/** {@link fillDispatched} for some orders. */
export async function fillDispatchedOf(runner: QueryRunner, ids: readonly string[]): Promise<void> {
  await mark(runner, await refunded(runner, `o.id IN (${places(ids)})`, ids));
}

function refunded(runner: QueryRunner, which: string, values: readonly string[]): Promise<Refunded[]> {
  return rows<Refunded>(
    runner,
    `SELECT ${bigintText(runner, 'o.id')} AS id, EXISTS (SELECT 1 FROM order_status_changes moved
       WHERE moved.order_id = o.id AND (moved.to_status = 'dispatched' OR moved.from_status = 'dispatched')) AS sent
     FROM orders o WHERE o.status = 'partial_refund' AND o.was_dispatched IS NULL AND ${which}`,
    values,
  );
}

async function mark(runner: QueryRunner, orders: readonly Refunded[]): Promise<void> {
  for (const sent of [0, 1]) {
    const ids = orders.filter((order) => Number(order.sent) === sent).map(({ id }) => BigInt(id));
    if (ids.length > 0)
      await runner.query(`UPDATE orders SET was_dispatched = ${sent} WHERE id IN (${ids.join(', ')})`);
  }
}
