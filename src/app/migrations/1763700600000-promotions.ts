import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { columnsOf, createTable, index } from '../../platform/database/rows/table-shape';

/** Promotions, the revision they are at, and their uses. */
export class Promotions1763700600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await this.promotions(runner);
    await this.uses(runner);
    const c = columnsOf(runner);
    await createTable(runner, 'promotion_revisions', [c.id(), c.string('revision', 36)]);
    await runner.query("INSERT INTO promotion_revisions (id, revision) VALUES (1, 'none')");
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [
      'promotion_revisions',
      'promotion_redemptions',
      'promotion_customer_counters',
      'promotion_counters',
      'promotions',
    ]) {
      await runner.dropTable(table);
    }
  }

  private async promotions(runner: QueryRunner): Promise<void> {
    const c = columnsOf(runner);
    await createTable(
      runner,
      'promotions',
      [
        ...c.storeObject(),
        c.string('title'),
        c.string('from', 10),
        c.string('to', 10),
        c.string('discount_code', 255, true),
        c.string('discount_code_key', 255, true),
        c.integer('max_uses'),
        c.integer('customer_uses'),
        c.reference('customer_group', true),
        c.flag('status'),
        c.flag('terminating'),
        c.flag('persistent'),
        c.string('action', 32),
        c.integer('priority'),
        c.amount('amount'),
        c.amount('max_quantity'),
        c.integer('trigger_quantity'),
        c.flag('apply_to_shipping'),
        c.text('shipping_methods', true),
        c.text('description'),
        c.text('match_rules', true),
        c.text('match_items', true),
      ],
      [
        index('uq_promotions__title', 'title'),
        index('uq_promotions__discount_code', 'discount_code_key'),
        index('ix_promotions__created_at', 'created_at', 'id'),
        index('ix_promotions__customer_group', 'customer_group'),
      ],
    );
  }

  private async uses(runner: QueryRunner): Promise<void> {
    const c = columnsOf(runner);
    const promotion = { ...c.reference('promotion_id'), isPrimary: true };
    await createTable(runner, 'promotion_counters', [promotion, c.integer('used')]);
    await createTable(runner, 'promotion_customer_counters', [
      promotion,
      { ...c.string('customer_key'), isPrimary: true },
      c.integer('used'),
    ]);
    await createTable(
      runner,
      'promotion_redemptions',
      [
        { ...c.reference('order_id'), isPrimary: true },
        promotion,
        c.string('customer_key', 255, true),
        c.amount('amount'),
        c.time('created_at'),
        c.time('released_at', true),
      ],
      [index('ix_promotion_redemptions__promotion', 'promotion_id', 'customer_key')],
    );
  }
}
