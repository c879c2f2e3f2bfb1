import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { columnsOf } from '../../platform/database/rows/table-shape';

/** The trace that an event was written in. Nullable and last: both engines add it without touching a row. */
export class EventTraces1763701200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('events', new TableColumn(columnsOf(runner).string('trace_parent', 55, true)));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('events', 'trace_parent');
  }
}
