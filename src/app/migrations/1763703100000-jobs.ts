import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { columnsOf, createTable, index } from '../../platform/database/rows/table-shape';

/** Work too long for a request (promotions-at-scale.md 2). */
export class Jobs1763703100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsOf(runner);
    await createTable(
      runner,
      'jobs',
      [
        c.id(),
        c.string('kind', 64),
        c.reference('subject', true),
        c.string('state', 16),
        c.text('input'),
        c.text('progress', true),
        c.integer('total', true),
        c.integer('done'),
        c.integer('failed'),
        c.text('faults'),
        c.string('error', 1024, true),
        c.integer('attempts'),
        c.integer('batches'),
        c.time('created_at'),
        c.time('started_at', true),
        c.time('ended_at', true),
      ],
      [index('ix_jobs__state', 'state', 'id')],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('jobs');
  }
}
