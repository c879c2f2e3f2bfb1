import { type MigrationInterface, type QueryRunner, TableColumn, TableIndex } from 'typeorm';
import { columnsOf, index } from '../../platform/database/rows/table-shape';
import { fillItemTitles } from './item-titles.fill';

const TABLE = 'order_items';

/**
 * Finds orders by the title of an item and by its product (orders-and-payments.md 33). The column is nullable and last: the engines
 * add it without touching a row. {@link fillItemTitles} then fills it, before the index is made of it.
 *
 * It has no transaction of its own, so that a running store does not wait for the rows of all items. A run that was stopped
 * continues where it ended.
 */
export class ItemTitles1763703820000 implements MigrationInterface {
  readonly transaction = false;

  private readonly indices = [
    index('ix_order_items__title', 'title_key', 'order_id'),
    index('ix_order_items__product', 'product_id', 'order_id'),
  ];

  async up(runner: QueryRunner): Promise<void> {
    const column = columnsOf(runner).string('title_key', 255, true);
    if (!(await runner.hasColumn(TABLE, column.name))) await runner.addColumn(TABLE, new TableColumn(column));
    await fillItemTitles(runner);
    const made = (await runner.getTable(TABLE))?.indices.map(({ name }) => name) ?? [];
    for (const options of this.indices) {
      if (!made.includes(options.name)) await runner.createIndex(TABLE, new TableIndex(options));
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of [...this.indices].reverse()) await runner.dropIndex(TABLE, String(name));
    await runner.dropColumn(TABLE, 'title_key');
  }
}
