import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { columnsOf } from '../../platform/database/rows/table-shape';
import { countFields, forgetFields } from './counted-fields';
import { fillDispatched } from './dispatched.fill';

/** The fields of orders that are counted. */
const FIELDS = 'currency,currency_code,gateway,status,to_ship';

/**
 * Counts of the orders to ship by block (ADR 17), and the column that decides them. It is nullable and last: the engines add it without
 * touching a row. {@link fillDispatched} fills it for the few orders that need it. A run that was stopped continues where it ended.
 */
export class OrdersToShip1763703920000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const column = columnsOf(runner).flag('was_dispatched', true);
    if (!(await runner.hasColumn('orders', column.name))) await runner.addColumn('orders', new TableColumn(column));
    await fillDispatched(runner);
    const [begun] = (await runner.query('SELECT since FROM list_counted_fields WHERE fields = ?', [
      FIELDS,
    ])) as unknown[];
    if (begun === undefined) await countFields(runner, FIELDS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await forgetFields(runner, FIELDS);
    await runner.dropColumn('orders', 'was_dispatched');
  }
}
