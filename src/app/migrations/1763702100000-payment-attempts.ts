import { type MigrationInterface, type QueryRunner, TableColumn, TableIndex } from 'typeorm';
import { columnsOf, index } from '../../platform/database/rows/table-shape';

const INDICES = [
  index('ix_payments__created_at', 'created_at', 'id'),
  index('ix_payments__state', 'state', 'created_at', 'id'),
  index('ix_payments__gateway', 'gateway', 'created_at', 'id'),
  index('ix_payments__ask_at', 'ask_at'),
  index('ix_payments__request', 'request_key'),
];

/**
 * Adds the columns of a payment attempt, which is written before the provider is asked. They are nullable and last: the
 * engines add them without touching a row, and an older version still writes and reads its payments.
 */
export class PaymentAttempts1763702100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const column of this.columns(runner)) await runner.addColumn('payments', new TableColumn(column));
    for (const one of INDICES) await runner.createIndex('payments', new TableIndex(one));
  }

  /** Removes the rows that an older version does not understand: follow-ups, and attempts without an outcome. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      "DELETE FROM payments WHERE state IN ('pending', 'unknown', 'succeeded') OR charge_id IS NOT NULL",
    );
    for (const { name } of [...INDICES].reverse()) await runner.dropIndex('payments', String(name));
    for (const { name } of this.columns(runner).reverse()) await runner.dropColumn('payments', name);
  }

  private columns(runner: QueryRunner) {
    const c = columnsOf(runner);
    return [
      c.integer('version', true),
      c.string('method', 16, true),
      c.reference('charge_id', true),
      c.amount('captured', true),
      c.string('error', 255, true),
      c.text('url', true),
      c.text('lines', true),
      c.flag('shipping', true),
      c.flag('restock', true),
      c.string('who', 255, true),
      c.string('request_key', 64, true),
      c.time('ask_at', true),
    ];
  }
}
