import { type MigrationInterface, type QueryRunner, TableColumn, TableIndex } from 'typeorm';
import { columnsOf, createTable, index } from '../../platform/database/rows/table-shape';

/** Collections of products, and positions of categories (storefront.md 8, 12). Columns are nullable: no row is touched. */
export class Collections1763702900000 implements MigrationInterface {
  private readonly ofProducts = index('ix_products__collection', 'collection');

  async up(runner: QueryRunner): Promise<void> {
    const c = columnsOf(runner);
    await createTable(
      runner,
      'collections',
      [...c.storeObject(), c.string('title'), c.string('slug'), c.text('description', true), c.string('status', 1)],
      [index('uq_collections__slug', 'slug')],
    );
    await runner.addColumn('products', new TableColumn(c.reference('collection', true)));
    await runner.createIndex('products', new TableIndex(this.ofProducts));
    await runner.addColumn('categories', new TableColumn(c.integer('position', true)));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('categories', 'position');
    await runner.dropIndex('products', String(this.ofProducts.name));
    await runner.dropColumn('products', 'collection');
    await runner.dropTable('collections');
  }
}
