import { type MigrationInterface, type QueryRunner, TableColumn, TableIndex } from 'typeorm';
import { columnsOf, createTable, index } from '../../platform/database/rows/table-shape';

/** Webhooks, their deliveries and attempts; the mark of events that were fanned out. */
export class Webhooks1763700500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsOf(runner);
    await runner.addColumn('events', new TableColumn(c.time('fanned_out_at', true)));
    await runner.createIndex('events', new TableIndex(index('ix_events__fanned_out_at', 'fanned_out_at', 'id')));
    await this.webhooks(runner);
    await this.deliveries(runner);
    await this.attempts(runner);
    await createTable(runner, 'webhook_health', [c.textId(36), c.time('failing_since', true), c.integer('failures')]);
    await createTable(runner, 'worker_leases', [c.textId(64), c.string('token', 22), c.time('lease_until')]);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['worker_leases', 'webhook_health', 'webhook_attempts', 'webhook_deliveries', 'webhooks']) {
      await runner.dropTable(table);
    }
    await runner.dropIndex('events', 'ix_events__fanned_out_at');
    await runner.dropColumn('events', 'fanned_out_at');
  }

  private async webhooks(runner: QueryRunner): Promise<void> {
    const c = columnsOf(runner);
    const columns = [
      c.textId(36),
      ...c.storeObject().filter(({ name }) => name !== 'id'),
      c.string('name', 255, true),
      c.string('subject', 255, true),
      c.string('url', 2048),
      c.text('secret'),
      c.text('previous_secret', true),
      c.time('previous_secret_until', true),
      c.string('content_type', 4),
      ...['on_create', 'on_update', 'on_delete', 'enabled'].map((name) => c.flag(name)),
      c.text('events'),
      c.text('order_links', true),
      c.string('disabled_reason', 16, true),
    ];
    const indices = [index('ix_webhooks__created_at', 'created_at'), index('ix_webhooks__enabled', 'enabled')];
    await createTable(runner, 'webhooks', columns, indices);
  }

  private async deliveries(runner: QueryRunner): Promise<void> {
    const c = columnsOf(runner);
    const delivery = [
      c.id(),
      c.string('webhook_id', 36),
      c.string('event_id', 36),
      c.string('type', 64),
      c.time('occurred_at'),
      c.string('content_type', 4),
      c.string('state', 9),
      c.integer('tries'),
      c.integer('attempts'),
      c.flag('is_retry'),
      c.time('due_at', true),
      c.string('lease_token', 22, true),
      c.time('lease_until', true),
      c.integer('lost_leases'),
      c.string('error', 32, true),
      c.time('created_at'),
      c.time('updated_at'),
    ];
    await createTable(runner, 'webhook_deliveries', delivery, [
      index('uq_webhook_deliveries__event_webhook', 'event_id', 'webhook_id'),
      index('ix_webhook_deliveries__lane', 'webhook_id', 'state', 'is_retry', 'due_at'),
      index('ix_webhook_deliveries__due', 'state', 'due_at', 'webhook_id'),
      index('ix_webhook_deliveries__created_at', 'webhook_id', 'created_at'),
    ]);
  }

  private async attempts(runner: QueryRunner): Promise<void> {
    const c = columnsOf(runner);
    const attempt = [
      c.id(),
      c.reference('delivery_id'),
      c.integer('number'),
      c.time('started_at'),
      c.integer('duration_ms'),
      c.integer('status', true),
      c.string('error', 32, true),
      c.text('response', true),
    ];
    await createTable(runner, 'webhook_attempts', attempt, [
      index('ix_webhook_attempts__delivery', 'delivery_id', 'id'),
    ]);
  }
}
