import { type MigrationInterface, type QueryRunner, TableColumn, TableIndex } from 'typeorm';
import { columnsOf, createTable, index } from '../../platform/database/rows/table-shape';
import { countFields } from './counted-fields';

/** The fields of orders that are counted. */
const FIELDS = 'currency,currency_code,gateway,status';

/**
 * Counts of the values of orders by block (ADR 17), and indices that find the orders of a value by their ids. The blocks there are stay
 * as they are: lists count their values one block after the other.
 */
export class CountedFilters1763703850000 implements MigrationInterface {
  private readonly added = [
    index('ix_orders__status_id', 'status', 'id'),
    index('ix_orders__status_total', 'status', 'total', 'id'),
    index('ix_orders__currency_id', 'currency_id', 'id'),
    index('ix_orders__currency_code_id', 'currency_code', 'id'),
    index('ix_orders__gateway_id', 'gateway_slug', 'id'),
  ];

  /** Made by `SortedOrders1763703800000`, which no released version has. */
  private readonly replaced = [
    index('ix_orders__currency_code', 'currency_code', 'created_at', 'id'),
    index('ix_orders__gateway', 'gateway_slug', 'created_at', 'id'),
  ];

  async up(runner: QueryRunner): Promise<void> {
    const c = columnsOf(runner);
    const listed = { ...c.string('listed', 32), isPrimary: true };
    await runner.addColumn('list_blocks', new TableColumn(c.string('counted', 128, true)));
    const counted = index('ix_list_blocks__counted', 'listed', 'counted', 'last_id');
    await runner.createIndex('list_blocks', new TableIndex(counted));
    await createTable(runner, 'list_block_counts', [
      listed,
      { ...c.string('field', 32), isPrimary: true },
      { ...c.string('value'), isPrimary: true },
      { ...c.reference('last_id'), isPrimary: true },
      c.integer('held'),
    ]);
    await createTable(runner, 'list_counted_fields', [
      listed,
      { ...c.string('fields', 128), isPrimary: true },
      c.time('since'),
    ]);
    for (const options of this.added) await runner.createIndex('orders', new TableIndex(options));
    for (const { name } of this.replaced) await runner.dropIndex('orders', String(name));
    await countFields(runner, FIELDS);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const options of this.replaced) await runner.createIndex('orders', new TableIndex(options));
    for (const { name } of [...this.added].reverse()) await runner.dropIndex('orders', String(name));
    await runner.dropTable('list_counted_fields');
    await runner.dropTable('list_block_counts');
    await runner.dropIndex('list_blocks', 'ix_list_blocks__counted');
    await runner.dropColumn('list_blocks', 'counted');
  }
}
