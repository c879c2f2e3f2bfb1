import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { type Columns, columnsOf, createTable, index } from '../../platform/database/rows/table-shape';

/** Back-tests of promotions, the orders they touch, and the uses they count (promotions-at-scale.md 10). */
export class Backtests1763703400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsOf(runner);
    await this.createBacktests(runner, c);
    await this.createOrders(runner, c);
    await this.createUses(runner, c);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['backtest_uses', 'backtest_orders', 'backtests']) await runner.dropTable(table);
  }

  private createBacktests(runner: QueryRunner, c: Columns): Promise<void> {
    return createTable(runner, 'backtests', [
      ...c.storeObject(),
      c.string('state', 16),
      c.time('orders_from'),
      c.time('orders_to'),
      c.string('mode', 16),
      c.string('codes', 16),
      c.text('filter'),
    ]);
  }

  private createOrders(runner: QueryRunner, c: Columns): Promise<void> {
    const amounts = ['discount_then', 'discount_test', 'revenue_then', 'revenue_test'].map((name) => c.amount(name));
    return createTable(
      runner,
      'backtest_orders',
      [
        c.id(),
        c.reference('backtest_id'),
        c.reference('order_id'),
        c.time('placed_at'),
        ...amounts,
        c.text('promotions'),
      ],
      [index('ix_backtest_orders__backtest', 'backtest_id', 'id')],
    );
  }

  private createUses(runner: QueryRunner, c: Columns): Promise<void> {
    return createTable(
      runner,
      'backtest_uses',
      [
        c.id(),
        c.reference('backtest_id'),
        c.string('promotion_id'),
        c.string('customer_key', 255, true),
        c.amount('discounted'),
        c.time('until', true),
      ],
      [
        index('ix_backtest_uses__until', 'backtest_id', 'until'),
        index('ix_backtest_uses__customer', 'backtest_id', 'customer_key'),
      ],
    );
  }
}
