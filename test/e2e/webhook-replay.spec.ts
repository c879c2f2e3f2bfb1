import { DataSource } from 'typeorm';
import { Clock } from '../../src/kernel/clock';
import { IdGenerator } from '../../src/kernel/ids';
import { ReplayService } from '../../src/modules/webhooks/replay.service';
import { Transactions } from '../../src/platform/database/connection/transactions';
import { EventRow } from '../../src/platform/events/event.entity';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

const LIMIT = 10_000;
/** Rows of an INSERT: SQLite counts each value as a variable. */
const ROWS = 500;

interface Body {
  readonly result: { readonly id: string; readonly replayed: number; readonly has_more: boolean };
}

interface Failure {
  readonly errors: Readonly<Record<string, readonly string[]>>;
}

// Without a worker: what a replay set in motion stays as it left it.
onEachEngine('replaying as much as a replay may', (engine) => {
  let store: TestStore;
  let webhook: string;
  beforeAll(async () => {
    store = await startStore(engine.databaseUrl);
    const kinds = { create: 1, update: 1, delete: 1, enabled: 1, events: ['brand.*'] };
    const form = { url: 'http://127.0.0.1:9/', content_type: 'json', ...kinds };
    webhook = (await store.request<Body>('POST', '/v1/webhooks', { form })).body.result.id;
  });
  beforeEach(async () => {
    await rows('DELETE FROM webhook_deliveries WHERE webhook_id = ?', webhook);
    await rows(`DELETE FROM events WHERE object = 'brand'`);
  });
  afterAll(() => store.close());

  const rows = <T = Record<string, unknown>>(sql: string, ...parameters: unknown[]): Promise<T[]> =>
    store.app.get(DataSource).query<T[]>(sql, parameters);
  /** Events that the webhook was not told of, in the order of their ids. */
  const missed = async (count: number, type: string): Promise<void> => {
    const [now, ids] = [store.app.get(Clock).now(), store.app.get(IdGenerator)];
    const what = { type, object: 'brand', objectId: '1', objectVersion: 1, event: 'update' as const, data: {} };
    const event = () => ({ ...what, id: ids.nextUuid(), occurredAt: now, fannedOutAt: now, epoch: 1 });
    const { manager } = store.app.get(DataSource);
    for (let left = count; left > 0; left -= ROWS) {
      const values = Array.from({ length: Math.min(ROWS, left) }, event);
      await manager.createQueryBuilder().insert().into(EventRow).values(values).updateEntity(false).execute();
    }
  };
  const replay = async (more: Record<string, string | number> = {}) => {
    const form = { since: '2020-01-01', ...more };
    return (await store.request<Body>('POST', `/v1/webhooks/${webhook}/replay`, { form })).body.result;
  };
  const deliver = (): Promise<unknown> =>
    rows(`UPDATE webhook_deliveries SET state = 'delivered', tries = 1, due_at = NULL WHERE webhook_id = ?`, webhook);
  const states = async () => {
    const found = await rows<{ type: string; state: string; count: string | number }>(
      'SELECT type, state, COUNT(*) AS count FROM webhook_deliveries WHERE webhook_id = ? GROUP BY type, state',
      webhook,
    );
    return found.map(({ type, state, count }) => [type, state, Number(count)]);
  };

  /** Events that the webhook was told of. */
  const told = async (count: number): Promise<void> => {
    await missed(count, 'brand.updated');
    for (let left = count; left > 0;) left -= (await replay()).replayed;
    await deliver();
  };

  it('webhooks.md 15: sends 10,000 events that were missed, and says whether there are more', async () => {
    // More than a batch that it does not want lies between those it wants.
    await missed(LIMIT - 3, 'brand.updated');
    await missed(ROWS + 100, 'product.updated');
    await missed(3, 'brand.updated');
    expect(await replay()).toEqual({ replayed: LIMIT, has_more: false });
    expect(await states()).toEqual([['brand.updated', 'pending', LIMIT]]);
    await missed(1, 'brand.updated');
    expect(await replay()).toEqual({ replayed: 1, has_more: false });
    expect(await replay()).toEqual({ replayed: 0, has_more: false });
  });

  it('webhooks.md 15: sends 10,000 deliveries again, the oldest first, and says that there are more', async () => {
    await told(LIMIT + 1);
    expect(await replay()).toEqual({ replayed: LIMIT, has_more: true });
    const left = await rows(`SELECT id FROM webhook_deliveries WHERE webhook_id = ? AND state = 'delivered'`, webhook);
    const [newest] = await rows('SELECT id FROM webhook_deliveries WHERE webhook_id = ? ORDER BY id DESC', webhook);
    expect(left).toEqual([newest]);
    expect(await replay()).toEqual({ replayed: 1, has_more: false });
  });

  it('webhooks.md 15: counts what is sent again and what was missed together', async () => {
    await told(LIMIT + 1);
    const old = `SELECT id FROM (SELECT id FROM webhook_deliveries WHERE webhook_id = ? ORDER BY id LIMIT 4001) AS old`;
    await rows(`DELETE FROM webhook_deliveries WHERE id IN (${old})`, webhook);
    expect(await replay()).toEqual({ replayed: LIMIT, has_more: true });
    expect(await states()).toEqual([['brand.updated', 'pending', LIMIT]]);
    expect(await replay()).toEqual({ replayed: 1, has_more: false });
    expect(await states()).toEqual([['brand.updated', 'pending', LIMIT + 1]]);
  });

  it('webhooks.md 15: a dry run counts to 10,000, and says whether there are more', async () => {
    const missedOnes = { state: 'missed', dry_run: 1 };
    await missed(LIMIT, 'brand.updated');
    await missed(ROWS, 'product.updated');
    expect(await replay(missedOnes)).toEqual({ replayed: LIMIT, has_more: false });
    await missed(1, 'brand.updated');
    expect(await replay(missedOnes)).toEqual({ replayed: LIMIT, has_more: true });
    expect(await states()).toEqual([]);
    await told(LIMIT + 1);
    expect(await replay({ dry_run: 1 })).toEqual({ replayed: LIMIT, has_more: true });
    expect((await states())[0]?.slice(0, 2)).toEqual(['brand.updated', 'delivered']);
  });

  it('webhooks.md 15: a misspelt field is refused, and nothing is sent: without `dry_run` or `until` more would be', async () => {
    await missed(1, 'brand.updated');
    const form = { since: '2020-01-01', state: 'missed', dryrun: 1, unti: '2020-01-02' };
    const { status, body } = await store.request<Failure>('POST', `/v1/webhooks/${webhook}/replay`, { form });
    const takes = 'is not known: a replay takes since, until, state, event and dry_run';
    expect([status, body.errors]).toEqual([422, { dryrun: [`dryrun ${takes}`], unti: [`unti ${takes}`] }]);
    expect(await states()).toEqual([]);
  });

  it('webhooks.md 15: replays at the same time are all answered, and send each event once', async () => {
    await missed(3 * ROWS, 'brand.updated');
    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        store.request<Body>('POST', `/v1/webhooks/${webhook}/replay`, { form: { since: '2020-01-01' } }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answers.reduce((sum, { body }) => sum + body.result.replayed, 0)).toBe(3 * ROWS);
    expect(await states()).toEqual([['brand.updated', 'pending', 3 * ROWS]]);
  });

  // Transactions take turns on the embedded database: nobody gets in between the statements of one.
  if (engine.name === 'sqlite') {
    it.each(['sends again', 'was missed'])(
      'lets others have their turn between the parts of what it %s',
      async (what) => {
        await (what === 'sends again' ? told(3 * ROWS) : missed(3 * ROWS, 'brand.updated'));
        const ended: string[] = [];
        const past = { since: new Date('2020-01-01'), until: null, state: null };
        await Promise.all([
          store.app
            .get(ReplayService)
            .replay(webhook, past)
            .then(() => ended.push('replay')),
          store.app.get(Transactions).run(async () => void ended.push('other')),
        ]);
        expect(ended).toEqual(['other', 'replay']);
        expect(await states()).toEqual([['brand.updated', 'pending', 3 * ROWS]]);
      },
    );
    return;
  }

  it('leaves a delivery alone that a worker has claimed meanwhile', async () => {
    await told(3 * ROWS);
    const [first] = await rows<{ id: string }>(
      'SELECT MIN(id) AS id FROM webhook_deliveries WHERE webhook_id = ?',
      webhook,
    );
    let answer: ReturnType<typeof replay> | undefined;
    await store.app.get(DataSource).transaction(async (tx) => {
      const claim = `UPDATE webhook_deliveries SET state = 'pending', lease_token = 'theirs' WHERE id = ?`;
      await tx.query(claim, [first?.id]);
      answer = replay();
      // Until the replay wants to change it, and so has read it as it was before.
      for (let isWaiting = false; !isWaiting;) {
        const changes = `db = DATABASE() AND info LIKE 'UPDATE %webhook_deliveries%'`;
        isWaiting = (await rows(`SELECT id FROM information_schema.processlist WHERE ${changes}`)).length > 0;
      }
    });
    expect(await answer).toEqual({ replayed: 3 * ROWS - 1, has_more: false });
    const now = await rows('SELECT lease_token FROM webhook_deliveries WHERE id = ?', first?.id);
    expect(now).toEqual([{ lease_token: 'theirs' }]);
  });
});
