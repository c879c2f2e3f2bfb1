import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { columnsOf, createTable } from '../../platform/database/rows/table-shape';

/** The rows by which a store with replicas knows what they lack (ADR 18). Without replicas nobody writes them. */
export class Replicas1763703860000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsOf(runner);
    await createTable(runner, 'replica_heartbeats', [c.id(), c.reference('beat')]);
    await createTable(runner, 'client_writes', [c.textId(64), c.time('primary_until')]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('client_writes');
    await runner.dropTable('replica_heartbeats');
  }
}
