import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { columnsOf } from '../../platform/database/rows/table-shape';

/**
 * The customer of a cart, and what its checkout asked for. Nullable and last: both engines add them without touching a row.
 * A checkout from before has no fingerprint, and every repeat of it counts as the same request.
 */
export class CartCustomers1763702200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsOf(runner);
    await runner.addColumn('carts', new TableColumn(c.reference('customer_id', true)));
    await runner.addColumn('cart_checkouts', new TableColumn(c.string('fingerprint', 64, true)));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('cart_checkouts', 'fingerprint');
    await runner.dropColumn('carts', 'customer_id');
  }
}
