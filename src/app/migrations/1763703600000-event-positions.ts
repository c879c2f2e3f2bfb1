import { type MigrationInterface, type QueryRunner, TableColumn, TableIndex } from 'typeorm';
import { columnsOf, createTable, index } from '../../platform/database/rows/table-shape';

/** Events of one round: one statement, and the locks of this many rows for as long. */
const BATCH = 1_000;
const WAITING = index('ix_events__position', 'position', 'id');

/**
 * Positions of events in the feed (events.md 7), and the consumers that keep one (events.md 9). The events there are get
 * theirs in the order of their ids, a batch at a time. An event that awaits fan-out gets its position
 * from the worker, with its deliveries.
 *
 * It has no transaction of its own, so that a running store does not wait for the rows of all events. A run that was
 * stopped continues where it ended.
 */
export class EventPositions1763703600000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const c = columnsOf(runner);
    if (!(await runner.hasColumn('events', 'position')))
      await runner.addColumn('events', new TableColumn(c.reference('position', true)));
    const indices = (await runner.getTable('events'))?.indices.map(({ name }) => name) ?? [];
    if (!indices.includes(WAITING.name)) await runner.createIndex('events', new TableIndex(WAITING));
    const last = await fillPositions(runner);
    if (!(await runner.hasTable('event_positions'))) {
      await createTable(runner, 'event_positions', [
        { ...c.string('name', 16), isPrimary: true },
        c.reference('position'),
      ]);
    }
    await runner.query('DELETE FROM event_positions');
    await runner.query(`INSERT INTO event_positions (name, position) VALUES ('last', ?), ('removed', 0)`, [last]);
    if (!(await runner.hasTable('event_consumers'))) {
      await createTable(runner, 'event_consumers', [
        { ...c.string('name', 64), isPrimary: true },
        c.reference('position'),
        c.time('updated_at'),
      ]);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('event_consumers');
    await runner.dropTable('event_positions');
    await runner.dropIndex('events', String(WAITING.name));
    await runner.dropColumn('events', 'position');
  }
}

/** Gives the events that were fanned out their positions. @returns the last one */
async function fillPositions(runner: QueryRunner): Promise<number> {
  const [highest] = (await runner.query('SELECT MAX(position) AS position FROM events')) as { position: unknown }[];
  let last = Number(highest?.position ?? 0);
  for (;;) {
    const rows = (await runner.query(
      `SELECT id FROM events WHERE position IS NULL AND fanned_out_at IS NOT NULL ORDER BY id LIMIT ${BATCH}`,
    )) as { id: string }[];
    if (rows.length === 0) return last;
    const cases = rows.map(() => 'WHEN ? THEN ?').join(' ');
    const marks = rows.map(() => '?').join(', ');
    await runner.query(`UPDATE events SET position = CASE id ${cases} END WHERE id IN (${marks})`, [
      ...rows.flatMap(({ id }, at) => [id, last + at + 1]),
      ...rows.map(({ id }) => id),
    ]);
    last += rows.length;
  }
}
