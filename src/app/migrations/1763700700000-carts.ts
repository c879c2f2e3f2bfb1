import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { columnsOf, createTable, index } from '../../platform/database/rows/table-shape';

/** Carts and what becomes of them: checkouts, the stock and the discounts of orders, payments. */
export class Carts1763700700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await this.carts(runner);
    await this.ordersOfCarts(runner);
    const c = columnsOf(runner);
    await createTable(
      runner,
      'payments',
      [
        c.id(),
        c.reference('order_id'),
        c.string('gateway', 64),
        c.string('state', 16),
        c.amount('amount'),
        c.amount('refunded'),
        c.string('reference'),
        c.time('created_at'),
        c.time('updated_at'),
      ],
      [index('ix_payments__order', 'order_id', 'id')],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['payments', 'order_discounts', 'order_stock', 'cart_checkouts', 'cart_items', 'carts']) {
      await runner.dropTable(table);
    }
  }

  private async carts(runner: QueryRunner): Promise<void> {
    const c = columnsOf(runner);
    const cartId = { ...c.string('cart_id', 64), isPrimary: true };
    await createTable(
      runner,
      'carts',
      [
        c.textId(64),
        c.integer('version'),
        c.time('created_at'),
        c.time('updated_at'),
        c.string('discount_code', 255, true),
        c.integer('revision'),
      ],
      [index('ix_carts__created_at', 'created_at', 'id'), index('ix_carts__updated_at', 'updated_at')],
    );
    await createTable(runner, 'cart_items', [
      cartId,
      { ...c.string('identifier', 32), isPrimary: true },
      c.reference('added_as'),
      c.reference('product_id', true),
      c.string('sku'),
      c.string('title'),
      c.integer('quantity'),
      c.amount('price', true),
      c.reference('tax_band_id', true),
      c.string('weight', 32, true),
    ]);
    await createTable(runner, 'cart_checkouts', [cartId, c.reference('order_id')]);
  }

  private async ordersOfCarts(runner: QueryRunner): Promise<void> {
    const c = columnsOf(runner);
    const orderId = { ...c.reference('order_id'), isPrimary: true };
    await createTable(runner, 'order_stock', [
      orderId,
      { ...c.reference('product_id'), isPrimary: true },
      c.string('sku'),
      c.integer('quantity'),
      c.time('released_at', true),
    ]);
    await createTable(runner, 'order_discounts', [
      orderId,
      { ...c.integer('position'), isPrimary: true },
      c.reference('promotion_id'),
      c.string('title'),
      c.string('action', 32),
      c.string('discount_code', 255, true),
      c.amount('amount'),
      c.amount('shipping_amount'),
      c.text('shares'),
    ]);
  }
}
