import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { columnsOf, createTable, index } from '../../platform/database/rows/table-shape';

/** Customers, their groups and their addresses. */
export class Customers1763700200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsOf(runner);
    await createTable(
      runner,
      'customer_groups',
      [...c.storeObject(), c.string('title'), c.string('slug')],
      [index('uq_customer_groups__slug', 'slug')],
    );
    await createTable(
      runner,
      'customers',
      [
        ...c.storeObject(),
        c.string('first_name'),
        c.string('last_name'),
        c.string('email'),
        c.reference('group_id', true),
      ],
      [
        index('uq_customers__email', 'email'),
        index('ix_customers__group', 'group_id'),
        index('ix_customers__created_at', 'created_at', 'id'),
      ],
    );
    await this.addresses(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['addresses', 'customers', 'customer_groups']) await runner.dropTable(table);
  }

  private async addresses(runner: QueryRunner): Promise<void> {
    const c = columnsOf(runner);
    await createTable(
      runner,
      'addresses',
      [
        ...c.storeObject(),
        c.reference('customer_id'),
        c.string('save_as', 255, true),
        c.string('company', 255, true),
        c.string('first_name'),
        c.string('last_name'),
        c.string('address_1'),
        c.string('address_2', 255, true),
        c.string('city', 255, true),
        c.string('county', 255, true),
        c.string('postcode'),
        c.string('country', 2),
        c.string('phone', 255, true),
        c.string('instructions', 1024, true),
      ],
      [index('ix_addresses__customer', 'customer_id', 'created_at', 'id')],
    );
  }
}
