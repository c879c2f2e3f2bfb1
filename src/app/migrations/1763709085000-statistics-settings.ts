import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { columnsOf } from '../../platform/database/rows/table-shape';

/**
 * The settings that the days of statistics are counted with. Null says UTC, which all were counted in: a store in UTC keeps its days, a worker
 * of one in another zone counts them anew. A worker of the version before, beside it, goes on in days of UTC; the walk of the next
 * day over everything puts that right.
 */
export class StatisticsSettings1763709085000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('statistics_walk', new TableColumn(columnsOf(runner).string('counted_with', 64, true)));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('statistics_walk', 'counted_with');
  }
}
