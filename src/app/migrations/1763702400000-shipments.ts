import { type MigrationInterface, type QueryRunner, TableColumn, TableIndex } from 'typeorm';
import { columnsOf, createTable, index } from '../../platform/database/rows/table-shape';

/**
 * Shipments and notes of orders, their numbers, and what finds orders by promotion, code, sku, name and time of change
 * (orders-and-payments.md 33 to 36). Columns are nullable and last: both engines add them without touching a row.
 */
export class Shipments1763702400000 implements MigrationInterface {
  private readonly indices = [
    ['order_discounts', index('ix_order_discounts__promotion', 'promotion_id', 'order_id')],
    ['order_discounts', index('ix_order_discounts__code', 'code_key', 'order_id')],
    ['order_items', index('ix_order_items__sku', 'sku', 'order_id')],
    ['orders', index('ix_orders__updated_at', 'updated_at', 'id')],
    ['orders', index('ix_orders__name', 'name_key', 'id')],
    ['orders', index('ix_orders__surname', 'surname_key', 'id')],
    ['orders', index('uq_orders__number', 'number')],
  ] as const;

  async up(runner: QueryRunner): Promise<void> {
    const c = columnsOf(runner);
    await runner.addColumn('order_discounts', new TableColumn(c.string('code_key', 255, true)));
    for (const column of [
      c.string('number', 64, true),
      c.string('name_key', 255, true),
      c.string('surname_key', 255, true),
    ])
      await runner.addColumn('orders', new TableColumn(column));
    for (const [table, options] of this.indices) await runner.createIndex(table, new TableIndex(options));
    await createTable(runner, 'order_number_sequence', [
      { ...c.integer('id'), isPrimary: true },
      c.reference('next_number'),
    ]);
    await runner.query('INSERT INTO order_number_sequence (id, next_number) VALUES (1, 1)');
    await createTable(
      runner,
      'order_notes',
      [c.id(), c.reference('order_id'), c.text('text'), c.string('author'), c.time('created_at')],
      [index('ix_order_notes__order', 'order_id', 'id')],
    );
    await this.shipments(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['shipments', 'order_notes', 'order_number_sequence']) await runner.dropTable(table);
    for (const [table, { name }] of [...this.indices].reverse()) await runner.dropIndex(table, String(name));
    for (const column of ['surname_key', 'name_key', 'number']) await runner.dropColumn('orders', column);
    await runner.dropColumn('order_discounts', 'code_key');
  }

  private async shipments(runner: QueryRunner): Promise<void> {
    const c = columnsOf(runner);
    await createTable(
      runner,
      'shipments',
      [
        ...c.storeObject(),
        c.reference('order_id'),
        c.text('items'),
        c.string('carrier', 255, true),
        c.string('tracking_number', 255, true),
        c.string('tracking_url', 2048, true),
      ],
      [index('ix_shipments__order', 'order_id', 'id')],
    );
  }
}
