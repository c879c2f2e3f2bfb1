import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { columnsOf } from '../../platform/database/rows/table-shape';

/** Edits in the history of orders. The columns are nullable and last: no row is touched. Edits of before are not known. */
export class EditsInHistory1763709060000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsOf(runner);
    await runner.addColumn('order_status_changes', new TableColumn(c.string('kind', 16, true)));
    await runner.addColumn('order_status_changes', new TableColumn(c.text('sides', true)));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('order_status_changes', 'sides');
    await runner.dropColumn('order_status_changes', 'kind');
  }
}
