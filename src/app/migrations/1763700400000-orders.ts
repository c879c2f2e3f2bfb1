import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { columnsOf, createTable, index } from '../../platform/database/rows/table-shape';

/** Orders, their items and history, and the blocks that their long list is counted by. */
export class Orders1763700400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await this.orders(runner);
    await this.items(runner);
    const c = columnsOf(runner);
    await createTable(
      runner,
      'order_status_changes',
      [
        c.id(),
        c.reference('order_id'),
        c.string('from_status', 16),
        c.string('to_status', 16),
        c.string('who'),
        c.time('created_at'),
      ],
      [index('ix_order_status_changes__order', 'order_id', 'id')],
    );
    await createTable(runner, 'list_blocks', [
      { ...c.string('listed', 32), isPrimary: true },
      { ...c.reference('last_id'), isPrimary: true },
      c.reference('first_id'),
      c.integer('held'),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['list_blocks', 'order_status_changes', 'order_items', 'orders']) await runner.dropTable(table);
  }

  private async orders(runner: QueryRunner): Promise<void> {
    const c = columnsOf(runner);
    await createTable(
      runner,
      'orders',
      [
        ...c.storeObject(),
        c.string('status', 16),
        ...['subtotal', 'shipping_price', 'total', 'tax'].map((name) => c.amount(name)),
        c.integer('item_count'),
        c.string('exchange_rate', 32),
        c.reference('currency_id'),
        c.string('currency_code', 3),
        c.text('currency'),
        c.reference('customer_id', true),
        c.string('customer_email', 255, true),
        c.text('customer', true),
        c.string('gateway_slug', 255, true),
        c.text('gateway', true),
        c.reference('shipping_id', true),
        c.text('shipping', true),
        c.reference('bill_to_id', true),
        c.text('bill_to', true),
        c.reference('ship_to_id', true),
        c.text('ship_to', true),
      ],
      [
        index('ix_orders__created_at', 'created_at', 'id'),
        index('ix_orders__status', 'status', 'created_at', 'id'),
        index('ix_orders__customer', 'customer_id', 'created_at', 'id'),
        index('ix_orders__customer_email', 'customer_email', 'created_at', 'id'),
      ],
    );
  }

  private async items(runner: QueryRunner): Promise<void> {
    const c = columnsOf(runner);
    await createTable(
      runner,
      'order_items',
      [
        ...c.storeObject(),
        c.reference('order_id'),
        c.string('sku'),
        c.string('title'),
        c.integer('quantity'),
        c.amount('price'),
        c.string('tax_rate', 16),
        c.amount('tax'),
        c.reference('tax_band_id', true),
        c.text('tax_band', true),
        c.reference('product_id', true),
        c.text('product', true),
      ],
      [
        index('uq_order_items__sku', 'order_id', 'sku'),
        index('ix_order_items__created_at', 'order_id', 'created_at', 'id'),
      ],
    );
  }
}
