import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { columnsOf, createTable, index } from '../../platform/database/rows/table-shape';

/** Public clients with their origins, and the orders that browsers make with their tokens (storefront.md 1). */
export class PublicClients1763702500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsOf(runner);
    await runner.addColumn('api_clients', new TableColumn(c.text('origins', true)));
    await createTable(
      runner,
      'storefront_orders',
      [c.textId(64), c.reference('order_id'), c.time('created_at')],
      [index('ix_storefront_orders__created_at', 'created_at')],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('storefront_orders');
    await runner.dropColumn('api_clients', 'origins');
  }
}
