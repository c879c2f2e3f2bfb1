import { type DataSource } from 'typeorm';
import type * as Receiving from '../../../clients/typescript/src/webhooks';
import { openDatabase } from '../../support/database';
import { onEachEngine } from '../../support/engines';
import { clientEntry } from './client-project';

let client: typeof Receiving;
beforeAll(async () => {
  client = jest.requireActual(await clientEntry('webhooks'));
}, 300_000);

const event = (id: string, object_id = '7', object_version = 1) => ({ id, object: 'order', object_id, object_version });

describe('an inbox in memory', () => {
  it('runs an effect once, also when repeats arrive at the same time', async () => {
    const inbox = new client.MemoryInbox();
    let effects = 0;
    const outcomes = [1, 2, 3].map(() => client.once(inbox, event('a'), () => (effects += 1)));
    expect([await Promise.all(outcomes), effects]).toEqual([['done', 'repeated', 'repeated'], 1]);
  });

  it('takes an event whose effect failed for not handled', async () => {
    const inbox = new client.MemoryInbox();
    await expect(client.once(inbox, event('a'), () => Promise.reject(new Error('full')))).rejects.toThrow('full');
    expect(await client.once(inbox, event('a'), () => undefined)).toBe('done');
  });

  it('has no effect for versions older than one that was handled, of the same object alone', async () => {
    const inbox = new client.MemoryInbox();
    const told: string[] = [];
    const outcomes = [];
    for (const one of [
      event('c', '7', 3),
      event('b', '7', 2),
      event('x', '8', 1),
      event('d', '7', 4),
      event('b', '7', 2),
    ]) {
      outcomes.push(await client.once(inbox, one, () => told.push(one.id)));
    }
    expect([outcomes, told]).toEqual([
      ['done', 'stale', 'done', 'done', 'repeated'],
      ['c', 'x', 'd'],
    ]);
  });

  it('has the effect of an event itself for older versions too, once', async () => {
    const inbox = new client.MemoryInbox();
    const told: string[] = [];
    const outcomes = [];
    for (const [id, version] of [
      ['c', 3],
      ['a', 1],
      ['a', 1],
    ] as const) {
      outcomes.push(await client.once(inbox, event(id, '7', version), () => told.push(id), { stale: 'run' }));
    }
    outcomes.push(await client.once(inbox, event('b', '7', 2), () => told.push('b')));
    expect([outcomes, told]).toEqual([
      ['done', 'done', 'repeated', 'stale'],
      ['c', 'a'],
    ]);
  });

  it('forgets the oldest when it is full', async () => {
    const inbox = new client.MemoryInbox(2);
    for (const id of ['a', 'b', 'c']) await client.once(inbox, event(id, id), () => undefined);
    expect(await client.once(inbox, event('c', 'c'), () => undefined)).toBe('repeated');
    expect(await client.once(inbox, event('a', 'a'), () => undefined)).toBe('done');
  });
});

onEachEngine('an inbox in a database', (engine) => {
  let db: { readonly dataSource: DataSource; close(): Promise<void> };
  let inbox: Receiving.Inbox<Receiving.Query>;
  beforeAll(async () => {
    db = await openDatabase(engine.databaseUrl);
    for (const table of client.INBOX_TABLES) await db.dataSource.query(table);
    await db.dataSource.query('CREATE TABLE effects (id VARCHAR(64) NOT NULL)');
    inbox = new client.SqlInbox({
      transaction: (work) =>
        db.dataSource.transaction((tx) =>
          work((sql, params) => tx.query<object[]>(sql, [...params]).then((rows) => (Array.isArray(rows) ? rows : []))),
        ),
    });
  });
  afterAll(() => db.close());

  const effects = async (): Promise<string[]> =>
    (await db.dataSource.query<{ id: string }[]>('SELECT id FROM effects ORDER BY id')).map(({ id }) => id);
  const handle = (one: ReturnType<typeof event>): Promise<Receiving.Outcome> =>
    client.once(inbox, one, (query) => query('INSERT INTO effects (id) VALUES (?)', [one.id]));
  beforeEach(() => db.dataSource.query('DELETE FROM effects'));

  it('runs an effect once, also when repeats arrive at the same time', async () => {
    const outcomes = await Promise.all([1, 2, 3, 4, 5].map(() => handle(event('a', 'a'))));
    expect([outcomes.sort(), await effects()]).toEqual([
      ['done', 'repeated', 'repeated', 'repeated', 'repeated'],
      ['a'],
    ]);
  });

  it('takes an event back with its effect', async () => {
    const failing = client.once(inbox, event('f', 'f'), async (query) => {
      await query('INSERT INTO effects (id) VALUES (?)', ['f']);
      throw new Error('full');
    });
    await expect(failing).rejects.toThrow('full');
    expect(await effects()).toEqual([]);
    expect([await handle(event('f', 'f')), await effects()]).toEqual(['done', ['f']]);
  });

  it('ends with the latest version of an object, in any order of its events', async () => {
    const order = [5, 2, 9, 1, 7, 3, 8, 4, 6, 10];
    const outcomes = await Promise.all(order.map((version) => handle(event(`v${version}`, 'v', version))));
    expect(outcomes.includes('repeated')).toBe(false);
    const done = order.filter((_, i) => outcomes[i] === 'done').map((version) => `v${version}`);
    expect([await effects(), done.includes('v10')]).toEqual([done.sort(), true]);
    expect(await Promise.all(order.map((version) => handle(event(`v${version}`, 'v', version))))).toEqual(
      order.map(() => 'repeated'),
    );
    expect(await handle(event('w', 'v', 9))).toBe('stale');
    const run = { stale: 'run' } as const;
    expect(await client.once(inbox, event('x', 'v', 1), () => undefined, run)).toBe('done');
    // The latest version is still the latest.
    expect(await handle(event('y', 'v', 9))).toBe('stale');
  });
});
