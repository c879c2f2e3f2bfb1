import { type QueryRunner } from 'typeorm';
import { places } from './row-batches';

/** Whether a payment moves no money: `dummy` is the only gateway for tests that versions before had. */
const IS_TEST = `payments.gateway = 'dummy' AND payments.state IN ('authorized', 'captured')`;

/** Whether an order was paid without money. */
export const HAS_TEST = `EXISTS (SELECT 1 FROM payments WHERE payments.order_id = orders.id AND ${IS_TEST})`;

/** Finds payments without money whose order is not marked. */
export const IS_UNMARKED_TEST = `${IS_TEST}
  AND EXISTS (SELECT 1 FROM orders WHERE orders.id = payments.order_id AND orders.is_test IS NULL)`;

/** Marks orders that were paid without money. */
export async function markTests(runner: QueryRunner, orderIds: readonly string[]): Promise<void> {
  await runner.query(`UPDATE orders SET is_test = 1 WHERE id IN (${places(orderIds)})`, [...orderIds]);
}
