import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { columnsOf } from '../../platform/database/rows/table-shape';

/** The former terms of webhooks, by which fan-out tells waiting events. Nullable and last: the engines add it without touching a row. */
export class WebhookPastTerms1763704710000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('webhooks', new TableColumn(columnsOf(runner).text('past_terms', true)));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('webhooks', 'past_terms');
  }
}
