import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { columnsOf, createTable } from '../../platform/database/rows/table-shape';

/** The workers that deliver, with their signs of life (events.md 12). Workers of the version before keep their leases. */
export class WebhookWorkers1763703710000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsOf(runner);
    await createTable(runner, 'webhook_workers', [c.textId(8), c.reference('beats')]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('webhook_workers');
  }
}
