import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { columnsOf } from '../../platform/database/rows/table-shape';

const HALF_UP = '"rounding_mode":"half_up",';
const HALF_EVEN = '"rounding_mode":"half_even",';

/** Adds the rounding mode of currencies. Existing currencies, and those kept in orders, have rounded half up. */
export class RoundingMode1763700800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsOf(runner);
    await runner.addColumn('currencies', new TableColumn(c.string('rounding_mode', 16, true)));
    await runner.query("UPDATE currencies SET rounding_mode = 'half_up'");
    await runner.changeColumn('currencies', 'rounding_mode', new TableColumn(c.string('rounding_mode', 16)));
    // A quotation mark within a value has a backslash before it: what is found is the field itself.
    await this.replaceInOrders(runner, '"default":', `${HALF_UP}"default":`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const field of [HALF_UP, HALF_EVEN]) await this.replaceInOrders(runner, field, '');
    await runner.dropColumn('currencies', 'rounding_mode');
  }

  private async replaceInOrders(runner: QueryRunner, from: string, to: string): Promise<void> {
    await runner.query(`UPDATE orders SET currency = REPLACE(currency, '${from}', '${to}')`);
  }
}
