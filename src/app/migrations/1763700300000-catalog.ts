import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { columnsOf, createTable, index } from '../../platform/database/rows/table-shape';

/** Products, their stock, brands, categories. */
export class Catalog1763700300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await this.shelves(runner);
    await this.products(runner);
    const c = columnsOf(runner);
    await createTable(runner, 'product_stock', [{ ...c.id(), name: 'product_id' }, c.integer('level')]);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['product_stock', 'products', 'categories', 'brands']) await runner.dropTable(table);
  }

  private async shelves(runner: QueryRunner): Promise<void> {
    const c = columnsOf(runner);
    const described = [c.string('title'), c.string('slug'), c.text('description', true), c.string('status', 1)];
    await createTable(runner, 'brands', [...c.storeObject(), ...described], [index('uq_brands__slug', 'slug')]);
    await createTable(
      runner,
      'categories',
      [...c.storeObject(), ...described, c.reference('parent', true)],
      [index('uq_categories__slug', 'slug'), index('ix_categories__parent', 'parent')],
    );
  }

  private async products(runner: QueryRunner): Promise<void> {
    const c = columnsOf(runner);
    await createTable(
      runner,
      'products',
      [
        ...c.storeObject(),
        c.string('sku'),
        c.string('title'),
        c.string('slug'),
        c.amount('price'),
        c.amount('sale_price', true),
        c.reference('tax_band'),
        c.string('status', 1),
        c.reference('category', true),
        c.reference('brand', true),
        c.string('stock_status', 1),
        c.integer('stock_revision'),
        c.text('description', true),
        c.string('requires_shipping', 1),
        c.string('catalog_only', 1),
        ...['weight', 'height', 'width', 'depth'].map((measure) => c.string(measure, 32)),
      ],
      [
        index('uq_products__sku', 'sku'),
        index('uq_products__slug', 'slug'),
        index('ix_products__created_at', 'created_at', 'id'),
        index('ix_products__tax_band', 'tax_band'),
        index('ix_products__category', 'category'),
        index('ix_products__brand', 'brand'),
      ],
    );
  }
}
