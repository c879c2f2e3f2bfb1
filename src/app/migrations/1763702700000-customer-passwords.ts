import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { columnsOf, createTable, index } from '../../platform/database/rows/table-shape';

/** Passwords and tokens of customers (storefront.md 2). */
export class CustomerPasswords1763702700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsOf(runner);
    await createTable(runner, 'customer_passwords', [c.id(), c.string('hash'), c.time('changed_at')]);
    await createTable(
      runner,
      'customer_tokens',
      [c.textId(64), c.reference('customer_id'), c.string('purpose', 8), c.time('expires_at')],
      [
        index('ix_customer_tokens__customer', 'customer_id', 'purpose', 'expires_at'),
        index('ix_customer_tokens__expires_at', 'expires_at'),
      ],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('customer_tokens');
    await runner.dropTable('customer_passwords');
  }
}
