import { type MigrationInterface, type QueryRunner, TableColumn, TableIndex } from 'typeorm';
import { columnsOf, index } from '../../platform/database/rows/table-shape';

const INDEX = index('ix_payments__problem', 'problem', 'id');

/** The problem of a payment that a person has to look at. Nullable and last: no row is touched. */
export class PaymentProblems1763705010000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('payments', new TableColumn(columnsOf(runner).string('problem', 16, true)));
    await runner.createIndex('payments', new TableIndex(INDEX));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('payments', String(INDEX.name));
    await runner.dropColumn('payments', 'problem');
  }
}
