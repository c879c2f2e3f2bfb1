import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { countFields, forgetFields } from './counted-fields';

/** The fields of orders that are counted. */
const FIELDS = 'currency,currency_code,gateway,promotion,status,to_ship';

/** Counts of the orders of each promotion by block (ADR 17). */
export class OrdersOfPromotions1763703930000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await countFields(runner, FIELDS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await forgetFields(runner, FIELDS);
  }
}
