import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { columnsOf } from '../../platform/database/rows/table-shape';

/** When the last attempts of a webhook succeeded and failed (events.md 15): null until the first one after the update. */
export class WebhookHealthTimes1763703720000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsOf(runner);
    await runner.addColumn('webhook_health', new TableColumn(c.time('last_success_at', true)));
    await runner.addColumn('webhook_health', new TableColumn(c.time('last_failure_at', true)));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('webhook_health', 'last_failure_at');
    await runner.dropColumn('webhook_health', 'last_success_at');
  }
}
