import { type MigrationInterface, type QueryRunner, TableColumn, TableIndex } from 'typeorm';
import { columnsOf, index } from '../../platform/database/rows/table-shape';
import { countFields, forgetFields } from './counted-fields';
import { fillPaymentsDue } from './refunds-due.fill';
import { bigintText, rows } from './row-batches';

/** The fields of orders that are counted. */
const FIELDS = 'currency,currency_code,gateway,payment_due,promotion,status,to_ship';
/** Orders that are marked at once. */
const BATCH = 1_000;

interface Id {
  readonly id: string;
}

/**
 * Orders of which a payment is due while money is held, and their counts by block (ADR 17). The columns are nullable and last: the
 * engines add them without touching a row, and make the index beside reads and writes. A run that was stopped continues where it ended.
 */
export class PaymentsDue1763706010000 implements MigrationInterface {
  readonly transaction = false;

  private readonly added = index('ix_orders__payment_due', 'payment_due', 'id');

  async up(runner: QueryRunner): Promise<void> {
    const { flag } = columnsOf(runner);
    for (const column of [flag('authorized', true), flag('payment_due', true)]) {
      if (!(await runner.hasColumn('orders', column.name))) await runner.addColumn('orders', new TableColumn(column));
    }
    await fillAuthorized(runner);
    await fillPaymentsDue(runner);
    const table = await runner.getTable('orders');
    const isMade = table?.indices.some(({ name }) => name === this.added.name) ?? false;
    if (!isMade) await runner.createIndex('orders', new TableIndex(this.added));
    const [begun] = (await runner.query('SELECT since FROM list_counted_fields WHERE fields = ?', [
      FIELDS,
    ])) as unknown[];
    if (begun === undefined) await countFields(runner, FIELDS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await forgetFields(runner, FIELDS);
    await runner.dropIndex('orders', String(this.added.name));
    await runner.dropColumn('orders', 'payment_due');
    await runner.dropColumn('orders', 'authorized');
  }
}

/** Marks the orders with an authorized payment. */
async function fillAuthorized(runner: QueryRunner): Promise<void> {
  const next = `SELECT DISTINCT ${bigintText(runner, 'order_id')} AS id, order_id FROM payments
    WHERE order_id > ? AND state = 'authorized' ORDER BY order_id LIMIT ${BATCH}`;
  for (let last = '0'; ;) {
    const found = await rows<Id>(runner, next, [last]);
    const newest = found.at(-1);
    if (newest === undefined) return;
    const these = found.map(({ id }) => BigInt(id)).join(', ');
    // A capture may have come since.
    await runner.query(`UPDATE orders SET authorized = 1 WHERE id IN (${these})
      AND EXISTS (SELECT 1 FROM payments WHERE payments.order_id = orders.id AND payments.state = 'authorized')`);
    last = newest.id;
  }
}
