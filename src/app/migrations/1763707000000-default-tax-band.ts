import { type MigrationInterface, type QueryRunner, TableColumn, TableIndex } from 'typeorm';
import { columnsOf, index } from '../../platform/database/rows/table-shape';
import { markDefaultTaxBand } from './default-tax-band.fill';

/**
 * Makes the oldest tax band the default: a store begins with it, at the standard rate. An accountant corrects a tax that was charged
 * more easily than one that was not. The column is nullable and last.
 */
export class DefaultTaxBand1763707000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const column = columnsOf(runner).integer('default_mark', true);
    if (!(await runner.hasColumn('tax_bands', column.name))) {
      await runner.addColumn('tax_bands', new TableColumn(column));
    }
    const options = index('uq_tax_bands__default', 'default_mark');
    const table = await runner.getTable('tax_bands');
    if (!table?.indices.some(({ name }) => name === options.name)) {
      await runner.createIndex('tax_bands', new TableIndex(options));
    }
    await markDefaultTaxBand(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('tax_bands', 'uq_tax_bands__default');
    await runner.dropColumn('tax_bands', 'default_mark');
  }
}
