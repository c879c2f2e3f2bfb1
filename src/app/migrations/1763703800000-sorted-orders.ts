import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';
import { index } from '../../platform/database/rows/table-shape';

/** An index for each sort of orders that had none, and for the filters by currency and gateway (ADR 17). A server makes them beside reads and writes. */
export class SortedOrders1763703800000 implements MigrationInterface {
  private readonly indices = [
    index('ix_orders__subtotal', 'subtotal', 'id'),
    index('ix_orders__shipping_price', 'shipping_price', 'id'),
    index('ix_orders__total', 'total', 'id'),
    index('ix_orders__currency_code', 'currency_code', 'created_at', 'id'),
    index('ix_orders__item_count', 'item_count', 'id'),
    index('ix_orders__gateway', 'gateway_slug', 'created_at', 'id'),
  ];

  async up(runner: QueryRunner): Promise<void> {
    for (const options of this.indices) await runner.createIndex('orders', new TableIndex(options));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of [...this.indices].reverse()) await runner.dropIndex('orders', String(name));
  }
}
