import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';
import { index } from '../../platform/database/rows/table-shape';

/** Finds refunds by their reason among all payments. A server makes the index beside reads and writes. */
export class RefundReasonIndex1763703910000 implements MigrationInterface {
  private readonly added = index('ix_payments__reason', 'reason', 'id');

  async up(runner: QueryRunner): Promise<void> {
    await runner.createIndex('payments', new TableIndex(this.added));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('payments', String(this.added.name));
  }
}
