import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';
import { index } from '../../platform/database/rows/table-shape';

const USES = 'promotion_redemptions';
const ADDED = [
  index('ix_promotion_redemptions__customer', 'promotion_id', 'customer_key', 'released_at', 'created_at', 'order_id'),
  index('ix_promotion_redemptions__time', 'promotion_id', 'created_at', 'order_id'),
];
/** The first of {@link ADDED} begins with its columns. */
const DROPPED = index('ix_promotion_redemptions__promotion', 'promotion_id', 'customer_key');

/**
 * Adds the indexes for the uses and the results of a promotion (promotions-at-scale.md 9). It has no transaction of its own,
 * so that a running store can write uses meanwhile. A run that was stopped continues where it ended.
 */
export class PromotionResults1763703300000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const names = (await runner.getTable(USES))?.indices.map(({ name }) => name) ?? [];
    for (const added of ADDED) {
      if (!names.includes(added.name)) await runner.createIndex(USES, new TableIndex(added));
    }
    if (names.includes(DROPPED.name)) await runner.dropIndex(USES, String(DROPPED.name));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.createIndex(USES, new TableIndex(DROPPED));
    for (const { name } of ADDED) await runner.dropIndex(USES, String(name));
  }
}
