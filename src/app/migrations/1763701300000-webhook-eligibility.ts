import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { columnsOf, createTable } from '../../platform/database/rows/table-shape';

/**
 * The epoch of each event and webhook, and the scopes of who made a webhook. Nullable and last: both engines add them
 * without touching a row. Null stands for rows from before: their times decide, and nothing is withheld from them.
 */
export class WebhookEligibility1763701300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsOf(runner);
    await createTable(runner, 'event_epochs', [c.id(), c.integer('epoch')]);
    await runner.query('INSERT INTO event_epochs (id, epoch) VALUES (1, 0)');
    await runner.addColumn('events', new TableColumn(c.integer('epoch', true)));
    await runner.addColumn('webhooks', new TableColumn(c.integer('since_epoch', true)));
    await runner.addColumn('webhooks', new TableColumn(c.text('scopes', true)));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('webhooks', 'scopes');
    await runner.dropColumn('webhooks', 'since_epoch');
    await runner.dropColumn('events', 'epoch');
    await runner.dropTable('event_epochs');
  }
}
