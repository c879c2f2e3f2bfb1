import { type EntityManager } from 'typeorm';
import { ApiClient } from '../../src/modules/access/data/api-client.entity';
import { DatabaseUnavailable } from '../../src/platform/database/connection/database.errors';
import { isDuplicate, isUnreachable } from '../../src/platform/database/connection/driver-faults';
import { Gate, makeDatabase, openDatabase, scalar, type TestDatabase } from '../support/database';
import { onEachEngine } from '../support/engines';
import { databaseKind, startDatabase } from '../support/database-server';
import { describeWith } from '../support/left-out';
import { type PrivateServer } from '../support/private-servers';

/** Named otherwise in each of them. */
const ISOLATION = databaseKind === 'mysql' ? '@@transaction_isolation' : '@@tx_isolation';
const NOON = new Date('2026-03-01T12:00:00.000Z');

function client(id: string, name = 'shop'): ApiClient {
  const values = { name, secretHash: 'hash', scopes: [], createdAt: NOON, revokedAt: null, lastUsedAt: null };
  return Object.assign(new ApiClient(), { id, clientId: `client-${id}`, ...values });
}

async function ids(db: TestDatabase): Promise<string[]> {
  return (await db.dataSource.manager.find(ApiClient, { order: { id: 'ASC' } })).map(({ id }) => id);
}

const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(() => undefined).catch((error: unknown) => error);

onEachEngine('Transactions', (engine) => {
  let db: TestDatabase;
  beforeAll(async () => (db = await openDatabase(engine.databaseUrl)));
  beforeEach(() => db.dataSource.manager.clear(ApiClient));
  afterAll(() => db.close());

  it('commit what their work did and give back its result', async () => {
    const result = await db.transactions.run(async (tx) => {
      await tx.insert(ApiClient, client('1'));
      return 'done';
    });
    expect([result, await ids(db)]).toEqual(['done', ['1']]);
  });

  it('roll back and throw what the work threw', async () => {
    const thrown = new Error('no');
    const failed = db.transactions.run(async (tx) => {
      await tx.insert(ApiClient, client('1'));
      throw thrown;
    });
    expect(await errorOf(failed)).toBe(thrown);
    expect(await ids(db)).toEqual([]);
  });

  it('draw the same ids when they are run again, and others the next time', async () => {
    const deadlock = Object.assign(new Error('Deadlock found'), { code: 'ER_LOCK_DEADLOCK' });
    const tries: string[][] = [];
    let count = 0;
    const draw = (tx: EntityManager) => db.transactions.drawOnce(tx, () => `id-${(count += 1)}`);
    const work = () =>
      db.transactions.runAmbient(async () => {
        tries.push([
          await db.transactions.run(async (tx) => draw(tx)),
          await db.transactions.run(async (tx) => draw(tx)),
        ]);
        if (tries.length === 1) throw deadlock;
      });
    await work();
    await work();
    expect(tries).toEqual([
      ['id-1', 'id-2'],
      ['id-1', 'id-2'],
      ['id-3', 'id-4'],
    ]);
    expect(() => draw(db.dataSource.manager)).toThrow(TypeError);
  });

  it('are joined only through their tx: another, or a connection beside it, is refused', async () => {
    const { transactions } = db;
    const refusals: unknown[] = [];
    const asked = [
      async () => transactions.run((tx) => tx.insert(ApiClient, client('2'))),
      async () => transactions.runAmbient((tx) => tx.insert(ApiClient, client('2'))),
      async () => transactions.repeatable((manager) => manager.insert(ApiClient, client('2'))),
      async () => transactions.manager.insert(ApiClient, client('2')),
    ];
    const refusedEach = async (): Promise<void> => {
      for (const ask of asked) refusals.push(await errorOf(ask()));
    };
    await transactions.run(async (tx) => {
      await tx.insert(ApiClient, client('1'));
      await refusedEach();
    });
    await transactions.runAmbient(() => transactions.run(refusedEach));
    const names = ['run', 'runAmbient', 'repeatable', 'manager'];
    const expected = names.map((name) => new TypeError(`Transactions.${name} in an open transaction: pass its tx`));
    expect(refusals).toEqual([...expected, ...expected]);
    expect(await ids(db)).toEqual(['1']);
  });

  it('of an Idempotency-Key are joined by those of services, one after another, reads included', async () => {
    const failed = db.transactions.runAmbient(async (outer) => {
      for (const id of ['1', '2']) {
        await db.transactions.run(async (inner) => {
          expect(inner).toBe(outer);
          await inner.insert(ApiClient, client(id));
        });
      }
      expect(db.transactions.manager).toBe(outer);
      expect(await db.transactions.manager.count(ApiClient)).toBe(2);
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    expect(await ids(db)).toEqual([]);
  });

  it('are not joined by others that run at the same time, nor by what they left running', async () => {
    const managers: EntityManager[] = [];
    const over = new Gate();
    let left: Promise<void> = Promise.resolve();
    const first = db.transactions.run(async (tx) => {
      managers.push(tx);
      left = over.passed.then(async () => {
        expect(db.transactions.manager).toBe(db.dataSource.manager);
        await db.transactions.run(async (later) => void managers.push(later));
      });
      await tx.query('SELECT 1');
    });
    const second = db.transactions.run(async (tx) => void managers.push(tx));
    await Promise.all([first, second]);
    over.open();
    await left;
    expect(managers.length).toBe(3);
    expect(new Set(managers).size).toBe(3);
    expect(db.transactions.manager).toBe(db.dataSource.manager);
  });

  it('of another store in the process are neither joined nor refused', async () => {
    const other = await openDatabase('sqlite::memory:');
    await db.transactions.runAmbient(async () => {
      expect(other.transactions.manager).toBe(other.dataSource.manager);
      await other.transactions.run((tx) => tx.insert(ApiClient, client('2')));
      expect(db.transactions.manager).not.toBe(db.dataSource.manager);
    });
    expect([await ids(db), await ids(other)]).toEqual([[], ['2']]);
    await other.close();
  });

  it('draw again when an id was taken', async () => {
    await db.insert(ApiClient, client('1'));
    const drawn = ['1', '2'].values();
    const tried: string[] = [];
    await db.transactions.run(async (tx) => {
      const id = drawn.next().value ?? '3';
      tried.push(id);
      await tx.update(ApiClient, { id: '1' }, { name: `${tried.length}` });
      await tx.insert(ApiClient, { ...client(id), clientId: `new-${id}` });
    });
    expect(tried).toEqual(['1', '2']);
    expect(await ids(db)).toEqual(['1', '2']);
    expect((await db.dataSource.manager.findOneByOrFail(ApiClient, { id: '1' })).name).toBe('2');
  });

  it('ask to try again later when every id is taken', async () => {
    await db.insert(ApiClient, client('1'));
    let tries = 0;
    const failed = db.transactions.run(async (tx) => {
      tries += 1;
      await tx.insert(ApiClient, { ...client('1'), clientId: 'new' });
    });
    expect(await errorOf(failed)).toEqual(new DatabaseUnavailable());
    expect(tries).toBe(8);
  });

  it('try a statement by itself again that lost to others, and no other', async () => {
    const lost = Object.assign(new Error('Deadlock found'), { code: 'ER_LOCK_DEADLOCK' });
    const attempts: number[] = [];
    await db.transactions.repeatable(async (manager, attempt) => {
      attempts.push(attempt);
      if (attempt === 1) throw lost;
      await manager.insert(ApiClient, client('1'));
    });
    expect([attempts, await ids(db)]).toEqual([[1, 2], ['1']]);
    const taken = await errorOf(
      db.transactions.repeatable((manager, attempt) => {
        attempts.push(attempt);
        return manager.insert(ApiClient, { ...client('1'), clientId: 'another' });
      }),
    );
    expect([isDuplicate(taken), attempts]).toEqual([true, [1, 2, 1]]);
  });

  it('keep a fault of the work that is neither', async () => {
    const failed = db.transactions.run((tx) => tx.query('SELECT * FROM no_such_table'));
    const error = await errorOf(failed);
    expect(error).not.toBeInstanceOf(DatabaseUnavailable);
    expect(String(error)).toMatch(/no_such_table/);
  });

  if (engine.name !== 'sqlite') {
    it('run again when the database chose them to end a deadlock', async () => {
      await db.insert(ApiClient, [client('1'), client('2')]);
      const gates = { '1': new Gate(), '2': new Gate() };
      let tries = 0;
      const both = async (own: '1' | '2', other: '1' | '2'): Promise<void> =>
        db.transactions.run(async (tx) => {
          tries += 1;
          await tx.query('UPDATE api_clients SET name = CONCAT(name, ?) WHERE id = ?', [own, own]);
          gates[own].open();
          // Each holds its own row by now and asks for the other's.
          await gates[other].passed;
          await tx.query('UPDATE api_clients SET name = CONCAT(name, ?) WHERE id = ?', [own, other]);
        });
      await Promise.all([both('1', '2'), both('2', '1')]);
      expect(tries).toBeGreaterThan(2);
      const names = (await db.dataSource.manager.find(ApiClient)).map(({ name }) => name);
      expect(new Set(names.map((name) => [...name.slice('shop'.length)].sort().join('')))).toEqual(new Set(['12']));
      expect(new Set(names).size).toBe(1);
    });

    it('are READ COMMITTED on every connection of the pool', async () => {
      const gate = new Gate();
      let open = 0;
      const levels = Array.from({ length: 8 }, () =>
        db.transactions.run(async (tx) => {
          if (++open === 8) gate.open();
          await gate.passed;
          return scalar(tx, `SELECT CONCAT(CONNECTION_ID(), ${ISOLATION})`);
        }),
      );
      const seen = (await Promise.all(levels)).map(String);
      expect(new Set(seen).size).toBe(8);
      expect(seen.map((level) => level.replace(/^\d+/, ''))).toEqual(seen.map(() => 'READ-COMMITTED'));
    });
  }
});

describeWith(['mariadb'], 'Transactions on a server that goes away', () => {
  let server: PrivateServer;
  let db: TestDatabase;
  beforeAll(async () => {
    server = await startDatabase();
    await makeDatabase(server.url, 'shop');
    db = await openDatabase(`${server.url}/shop`);
  });
  beforeEach(() => db.dataSource.manager.clear(ApiClient));
  afterAll(async () => {
    await db.close();
    await server.stop();
  });

  it('say so, and work again when it is back', async () => {
    await db.transactions.run((tx) => tx.insert(ApiClient, client('1')));
    await server.kill('SIGKILL');
    expect(await errorOf(db.transactions.run((tx) => tx.insert(ApiClient, client('2'))))).toEqual(
      new DatabaseUnavailable(),
    );
    expect(isUnreachable(await errorOf(db.transactions.manager.count(ApiClient)))).toBe(true);
    await server.restart();
    await db.transactions.run((tx) => tx.insert(ApiClient, client('3')));
    expect(await ids(db)).toEqual(['1', '3']);
    expect(await scalar(db.dataSource.manager, `SELECT ${ISOLATION}`)).toBe('READ-COMMITTED');
  });

  it.each(['SIGKILL', 'SIGTERM'] as const)('write nothing of work that was under way at %s', async (signal) => {
    const failed = db.transactions.run(async (tx) => {
      await tx.insert(ApiClient, client('1'));
      await server.kill(signal);
      await tx.insert(ApiClient, client('2'));
    });
    expect(await errorOf(failed)).toEqual(new DatabaseUnavailable());
    await server.restart();
    expect(await ids(db)).toEqual([]);
  });

  it('say so when it has no connection left to give', async () => {
    await db.dataSource.query('SET GLOBAL max_connections = 10');
    const others: { release(): Promise<void>; query(sql: string): Promise<unknown> }[] = [];
    let refusal: unknown;
    while (refusal === undefined) {
      const runner = db.dataSource.createQueryRunner();
      others.push(runner);
      refusal = await errorOf(db.transactions.run(async () => void (await runner.query('SELECT 1'))));
    }
    for (const runner of others) await runner.release();
    await db.dataSource.query('SET GLOBAL max_connections = 300');
    expect(refusal).toEqual(new DatabaseUnavailable());
  });
});
