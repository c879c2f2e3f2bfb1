import { EventRow } from '../../src/platform/events/event.entity';
import { insertRows } from '../../src/platform/database/rows/row-reader';
import { makeDatabase, openDatabase } from '../support/database';
import { startDatabase } from '../support/database-server';

const MEBIBYTE = 2 ** 20;

/** An event whose record is a text, each sign of which is four once it is quoted. */
function event(at: number, length: number): EventRow {
  const what = { type: 'brand.created', object: 'brand', objectId: '1', objectVersion: 1, event: 'create' as const };
  const when = {
    occurredAt: new Date('2026-03-01T12:00:00.000Z'),
    fannedOutAt: null,
    traceParent: null,
    epoch: null,
    position: null,
  };
  return { ...what, ...when, id: `event-${String(at).padStart(4, '0')}`, data: { text: '"'.repeat(length) } };
}

// Only a server of its own takes no larger statements than this.
describe('rows that are larger together than a statement may be', () => {
  it('are inserted in several, in their order, and one that is large alone by itself', async () => {
    const server = await startDatabase({ args: [`--max-allowed-packet=${4 * MEBIBYTE}`] });
    try {
      await makeDatabase(server.url, 'packets');
      const db = await openDatabase(`${server.url}/packets`);
      const lengths = [...Array<number>(40).fill(MEBIBYTE / 16), (3 * MEBIBYTE) / 4, ...Array<number>(600).fill(1)];
      const rows = lengths.map((length, at) => event(at, length));
      await db.transactions.run((tx) => insertRows(tx, EventRow, rows));
      const found = await db.dataSource.manager.find(EventRow, { order: { id: 'ASC' } });
      expect(found.map(({ id, data }) => [id, data])).toEqual(rows.map(({ id, data }) => [id, data]));
      await db.close();
    } finally {
      await server.stop();
    }
  });
});
