import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { columnsOf } from '../../platform/database/rows/table-shape';

/** The columns that hold the id of a cart. */
const COLUMNS = [
  ['carts', 'id'],
  ['cart_items', 'cart_id'],
  ['cart_checkouts', 'cart_id'],
  ['events', 'object_id'],
  ['webhook_lanes', 'object_id'],
] as const;

/**
 * Ids of carts of 128 characters (carts.md 1). MariaDB changes the length alone and touches no row, since both lengths take two bytes
 * to count. The version before reads longer ids as they are. Back down only while no cart and no event has one.
 */
export class CartIds1763705600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await resize(runner, 128);
  }

  async down(runner: QueryRunner): Promise<void> {
    await resize(runner, 64);
  }
}

async function resize(runner: QueryRunner, length: number): Promise<void> {
  const isServer = runner.dataSource.driver.options.type !== 'better-sqlite3';
  for (const [table, name] of COLUMNS) {
    // TypeORM would drop the column there and add another.
    if (isServer) await runner.query(`ALTER TABLE \`${table}\` MODIFY \`${name}\` varchar(${length}) NOT NULL`);
    else {
      const isPrimary = table.startsWith('cart');
      await runner.changeColumn(table, name, new TableColumn({ ...columnsOf(runner).string(name, length), isPrimary }));
    }
  }
}
