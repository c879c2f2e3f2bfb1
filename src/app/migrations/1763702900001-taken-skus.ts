import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { columnsOf, createTable, index } from '../../platform/database/rows/table-shape';

/**
 * One unique key over the skus of products and variations (orders-and-payments.md 29). A variation that has the sku of a
 * product keeps it, and is not in the table: it gets there with its next sku.
 */
export class TakenSkus1763702900001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsOf(runner);
    await createTable(runner, 'taken_skus', [c.id(), c.string('sku')], [index('uq_taken_skus__sku', 'sku')]);
    await runner.query('INSERT INTO taken_skus (id, sku) SELECT id, sku FROM products');
    await runner.query(
      `INSERT INTO taken_skus (id, sku) SELECT id, sku FROM product_variations variation
       WHERE sku IS NOT NULL AND NOT EXISTS (SELECT 1 FROM products WHERE products.sku = variation.sku)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('taken_skus');
  }
}
