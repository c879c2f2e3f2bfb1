import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { columnsOf, createTable, index } from '../../platform/database/rows/table-shape';

/**
 * Modifiers and variations of products, what was chosen of them, and the level at which a product is low in stock. The
 * columns are nullable and last: both engines add them without touching a row.
 */
export class ProductModifiers1763702300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsOf(runner);
    await this.tables(runner);
    await runner.addColumn('product_stock', new TableColumn(c.integer('low_stock', true)));
    await runner.addColumn('products', new TableColumn(c.integer('modifier_revision', true)));
    await runner.addColumn('cart_items', new TableColumn(c.text('modifiers', true)));
    await runner.addColumn('order_items', new TableColumn(c.text('modifiers', true)));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('order_items', 'modifiers');
    await runner.dropColumn('cart_items', 'modifiers');
    await runner.dropColumn('products', 'modifier_revision');
    await runner.dropColumn('product_stock', 'low_stock');
    for (const table of ['product_variations', 'product_modifiers']) await runner.dropTable(table);
  }

  private async tables(runner: QueryRunner): Promise<void> {
    const c = columnsOf(runner);
    const times = [c.time('created_at'), c.time('updated_at')];
    await createTable(
      runner,
      'product_modifiers',
      [
        c.id(),
        c.reference('product_id'),
        c.string('type', 16),
        c.string('title'),
        c.text('instructions', true),
        ...times,
      ],
      [index('ix_product_modifiers__product', 'product_id', 'id')],
    );
    await createTable(
      runner,
      'product_variations',
      [
        c.id(),
        c.reference('product_id'),
        c.reference('modifier_id'),
        c.string('title'),
        c.string('mod_price', 32),
        c.string('sku', 255, true),
        ...times,
      ],
      [index('uq_product_variations__sku', 'sku'), index('ix_product_variations__product', 'product_id', 'id')],
    );
  }
}
