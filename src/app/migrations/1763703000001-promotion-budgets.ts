import { type MigrationInterface, type QueryRunner, TableColumn, TableIndex } from 'typeorm';
import { columnsOf, createTable, index } from '../../platform/database/rows/table-shape';
import { fillDiscounted } from './promotion-budgets.fill';

const SUMS = index('ix_promotion_redemptions__sums', 'promotion_id', 'released_at', 'discounted', 'amount');

/**
 * Budgets of promotions, and what each use took off in the default currency (promotions-at-scale.md 7, 9). Columns are
 * nullable and last: both engines add them without touching a row. {@link fillDiscounted} then fills them for the uses
 * there are.
 *
 * It has no transaction of its own, so that a running store does not wait for the rows of all uses. A run that was
 * stopped continues where it ended.
 */
export class PromotionBudgets1763703000001 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const c = columnsOf(runner);
    if (!(await runner.hasColumn('promotions', 'budget')))
      await runner.addColumn('promotions', new TableColumn(c.amount('budget', true)));
    if (!(await runner.hasColumn('promotion_redemptions', 'discounted')))
      await runner.addColumn('promotion_redemptions', new TableColumn(c.amount('discounted', true)));
    if (!(await runner.hasTable('promotion_budgets'))) {
      const promotion = { ...c.reference('promotion_id'), isPrimary: true };
      await createTable(runner, 'promotion_budgets', [promotion, c.amount('spent')]);
    }
    const uses = await runner.getTable('promotion_redemptions');
    if (!uses?.indices.some(({ name }) => name === SUMS.name))
      await runner.createIndex('promotion_redemptions', new TableIndex(SUMS));
    await fillDiscounted(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('promotion_redemptions', String(SUMS.name));
    await runner.dropTable('promotion_budgets');
    await runner.dropColumn('promotion_redemptions', 'discounted');
    await runner.dropColumn('promotions', 'budget');
  }
}
