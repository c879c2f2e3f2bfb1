import { type MigrationInterface, type QueryRunner, TableColumn, TableIndex } from 'typeorm';
import { columnsOf, createTable, index } from '../../platform/database/rows/table-shape';

const BY_CODE = index('ix_promotion_redemptions__code', 'code_id');

/**
 * Codes of promotions by the million (promotions-at-scale.md 2 to 5). The codes that promotions have already take their
 * places among them, so that no pool gets one of them. Columns of other tables are nullable and last: both engines add them
 * without touching a row.
 */
export class PromotionCodes1763703200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsOf(runner);
    await createTable(
      runner,
      'promotion_codes',
      [
        c.id(),
        c.reference('promotion_id'),
        c.string('code'),
        c.string('code_key'),
        c.flag('is_own'),
        c.string('status', 8),
        c.integer('uses'),
        c.integer('used'),
        c.time('expires_at', true),
        c.time('revoked_at', true),
        c.time('created_at'),
      ],
      [
        index('uq_promotion_codes__discount_code', 'code_key'),
        index('ix_promotion_codes__promotion', 'promotion_id', 'id'),
        index('ix_promotion_codes__status', 'promotion_id', 'status', 'id'),
      ],
    );
    await createTable(
      runner,
      'job_parts',
      [c.id(), c.reference('job_id'), c.text('body')],
      [index('ix_job_parts__job', 'job_id', 'id')],
    );
    await runner.addColumn('promotions', new TableColumn(c.flag('has_codes', true)));
    await runner.addColumn('promotion_redemptions', new TableColumn(c.string('code', 255, true)));
    await runner.addColumn('promotion_redemptions', new TableColumn(c.reference('code_id', true)));
    await runner.createIndex('promotion_redemptions', new TableIndex(BY_CODE));
    // The ids of promotions are among no other ids of this table.
    await runner.query(
      `INSERT INTO promotion_codes (id, promotion_id, code, code_key, is_own, status, uses, used, created_at)
       SELECT id, 0, discount_code, discount_code_key, 1, 'unused', 0, 0, created_at FROM promotions
       WHERE discount_code_key IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('promotion_redemptions', String(BY_CODE.name));
    await runner.dropColumn('promotion_redemptions', 'code_id');
    await runner.dropColumn('promotion_redemptions', 'code');
    await runner.dropColumn('promotions', 'has_codes');
    for (const table of ['job_parts', 'promotion_codes']) await runner.dropTable(table);
  }
}
