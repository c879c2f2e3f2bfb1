import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { columnsOf, createTable, index } from '../../platform/database/rows/table-shape';

/** Webhooks that want the events of an object one after the other, and the deliveries that keep this order (events.md 14). */
export class WebhookLanes1763703730000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsOf(runner);
    await runner.addColumn('webhooks', new TableColumn(c.flag('ordered', true)));
    await runner.addColumn('event_positions', new TableColumn(c.integer('revision', true)));
    const lane = [
      c.id(),
      c.string('webhook_id', 36),
      c.string('object', 32),
      c.string('object_id', 64),
      c.integer('object_version'),
      c.flag('is_awake'),
    ];
    await createTable(runner, 'webhook_lanes', lane, [
      index('ix_webhook_lanes__lane', 'object_id', 'object', 'webhook_id', 'is_awake', 'object_version', 'id'),
      index('ix_webhook_lanes__webhook', 'webhook_id', 'object', 'object_id'),
    ]);
  }

  /** Deliveries that wait for an earlier one become due, or they would wait for ever. */
  async down(runner: QueryRunner): Promise<void> {
    const waiting = `state = 'pending' AND due_at IS NULL`;
    await runner.query(`UPDATE webhook_deliveries SET due_at = updated_at WHERE ${waiting}`);
    await runner.dropTable('webhook_lanes');
    await runner.dropColumn('event_positions', 'revision');
    await runner.dropColumn('webhooks', 'ordered');
  }
}
