import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { columnsOf } from '../../platform/database/rows/table-shape';

/** When each API client was last used (console.md 10). Nullable and last: no row is touched. */
export class ClientUses1763703780000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('api_clients', new TableColumn(columnsOf(runner).time('last_used_at', true)));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('api_clients', 'last_used_at');
  }
}
