import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { columnsOf, createTable, index } from '../../platform/database/rows/table-shape';

/** Tax bands, shipping methods, gateways. */
export class Settings1763700100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsOf(runner);
    await createTable(runner, 'tax_bands', [
      ...c.storeObject(),
      c.string('title'),
      c.text('description', true),
      c.string('rate', 32),
    ]);
    await createTable(
      runner,
      'gateways',
      [
        ...c.storeObject(),
        c.string('slug', 64),
        c.string('name'),
        c.text('description', true),
        c.flag('enabled'),
        c.text('settings', true),
      ],
      [index('uq_gateways__slug', 'slug')],
    );
    await this.shippingMethods(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['shipping_methods', 'gateways', 'tax_bands']) await runner.dropTable(table);
  }

  private async shippingMethods(runner: QueryRunner): Promise<void> {
    const c = columnsOf(runner);
    await createTable(
      runner,
      'shipping_methods',
      [
        ...c.storeObject(),
        c.string('title'),
        c.string('slug'),
        c.string('company', 255, true),
        c.text('description', true),
        c.string('status', 1),
        c.amount('price'),
        c.reference('tax_band'),
        c.amount('price_min'),
        c.amount('price_max'),
        c.string('weight_min', 32),
        c.string('weight_max', 32),
      ],
      [index('uq_shipping_methods__slug', 'slug'), index('ix_shipping_methods__tax_band', 'tax_band')],
    );
  }
}
