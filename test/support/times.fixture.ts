import 'reflect-metadata';
import { EventRow } from '../../src/platform/events/event.entity';
import { openDatabase } from './database';

/**
 * A process in a time zone of its own (`TZ`) that writes instants to the database of its first argument and prints
 * how they are stored and how they come back: `{ zone, stored, read }`. The instants are its further arguments.
 */
async function run(url: string, instants: readonly string[]): Promise<void> {
  const { dataSource, close } = await openDatabase(url);
  const rows = instants.map((instant, at) => ({
    id: `${process.env['TZ'] ?? ''}-${at}`,
    type: 'time.created',
    object: 'time',
    objectId: '1',
    objectVersion: 1,
    event: 'create' as const,
    occurredAt: new Date(instant),
    data: {},
  }));
  await dataSource.manager.insert(EventRow, rows);
  const ids = rows.map(({ id }) => id);
  const marks = ids.map(() => '?').join(', ');
  const stored = await dataSource.manager.query<{ text: string }[]>(
    `SELECT CAST(occurred_at AS CHAR) AS text FROM events WHERE id IN (${marks}) ORDER BY id`,
    ids,
  );
  const read = await dataSource.manager.find(EventRow, {
    where: ids.map((id) => ({ id })),
    order: { id: 'ASC' },
  });
  const answer = {
    offset: new Date('2026-07-01T00:00:00Z').getTimezoneOffset(),
    stored: stored.map(({ text }) => text),
    read: read.map(({ occurredAt }) => occurredAt.toISOString()),
  };
  process.stdout.write(JSON.stringify(answer));
  await close();
}

const [url = '', ...instants] = process.argv.slice(2);
run(url, instants).catch((error: unknown) => {
  process.stderr.write(String(error));
  process.exitCode = 1;
});
