import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { Column, Entity, type EntityManager, type EntitySubscriberInterface, PrimaryColumn } from 'typeorm';
import { dataSourceOptions } from '../../src/platform/database/connection/data-source-options';
import { SqliteConnection } from '../../src/platform/database/connection/sqlite/sqlite-connection';
import { FifoMutex } from '../../src/platform/database/connection/fifo-mutex';
import { StoreDataSource } from '../../src/platform/database/connection/store-data-source';
import { Gate, scalar } from '../support/database';
import { onEachEngine } from '../support/engines';
import { emptyFolder } from '../support/store.process';

@Entity('counters')
class Counter {
  @PrimaryColumn({ type: 'int' })
  id!: number;

  @Column({ type: 'int' })
  held!: number;
}

async function open(url: string): Promise<StoreDataSource> {
  const dataSource = await new StoreDataSource(
    dataSourceOptions({ url, entities: [Counter], migrations: [] }),
  ).initialize();
  await dataSource.synchronize();
  return dataSource;
}

/** Gives every other user of the database room to get in between, if it can. */
async function dawdle(tx: EntityManager): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) {
    await tx.query('SELECT 1');
    await new Promise(setImmediate);
  }
}

onEachEngine('transactions that overlap', (engine) => {
  let db: StoreDataSource;
  beforeAll(async () => (db = await open(engine.databaseUrl)));
  beforeEach(() => db.manager.clear(Counter));
  afterAll(() => db.destroy());

  async function ids(): Promise<number[]> {
    return (await db.manager.find(Counter, { order: { id: 'ASC' } })).map(({ id }) => id);
  }

  async function insert(manager: EntityManager, id: number): Promise<void> {
    await manager.insert(Counter, { id, held: 0 });
  }

  it('commit one and roll back the other', async () => {
    const outcomes = await Promise.allSettled([
      db.transaction(async (tx) => {
        await insert(tx, 1);
        await dawdle(tx);
        await insert(tx, 2);
      }),
      db.transaction(async (tx) => {
        await insert(tx, 3);
        await dawdle(tx);
        throw new Error('changed its mind');
      }),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(outcomes[1]).toEqual({ status: 'rejected', reason: new Error('changed its mind') });
    expect(await ids()).toEqual([1, 2]);
  });

  it('take nothing of another along when one fails late', async () => {
    const begun = new Gate();
    const outcomes = await Promise.allSettled([
      db.transaction(async (tx) => {
        await insert(tx, 1);
        begun.open();
        await dawdle(tx);
        throw new Error('late');
      }),
      begun.passed.then(() => db.transaction((tx) => insert(tx, 2))),
    ]);
    expect(outcomes).toEqual([
      { status: 'rejected', reason: new Error('late') },
      { status: 'fulfilled', value: undefined },
    ]);
    expect(await ids()).toEqual([2]);
  });

  it('leave a single statement beside them alone when they roll back', async () => {
    const begun = new Gate();
    const failing = db.transaction(async (tx) => {
      await insert(tx, 1);
      begun.open();
      await dawdle(tx);
      throw new Error('rolled back');
    });
    const beside = begun.passed.then(() => insert(db.manager, 2));
    await expect(failing).rejects.toThrow('rolled back');
    await beside;
    expect(await ids()).toEqual([2]);
  });

  it('show nobody what is not committed', async () => {
    const begun = new Gate();
    const failing = db.transaction(async (tx) => {
      await insert(tx, 1);
      begun.open();
      await dawdle(tx);
      throw new Error('rolled back');
    });
    const seen = begun.passed.then(() => db.manager.count(Counter));
    await expect(failing).rejects.toThrow('rolled back');
    expect(await seen).toBe(0);
  });

  it('let others read meanwhile', async () => {
    await insert(db.manager, 1);
    const seen = await db.transaction(async (tx) => {
      await insert(tx, 2);
      const counted = await scalar(db.manager, 'SELECT COUNT(*) FROM counters');
      return { others: await ids(), counted, own: await tx.count(Counter) };
    });
    expect(seen).toEqual({ others: [1], counted: 1, own: 2 });
    expect(await ids()).toEqual([1, 2]);
  });

  it('lose none of 60 counts at the same time', async () => {
    await insert(db.manager, 1);
    const lock = engine.name === 'sqlite' ? undefined : ({ mode: 'pessimistic_write' } as const);
    const counted = Array.from({ length: 60 }, () =>
      db.transaction(async (tx) => {
        const row = await tx.findOneOrFail(Counter, { where: { id: 1 }, lock });
        await tx.query('SELECT 1');
        row.held += 1;
        await tx.save(row);
      }),
    );
    await Promise.all(counted);
    expect(await db.manager.find(Counter)).toEqual([{ id: 1, held: 60 }]);
  });

  it('let a subscriber use the database after the commit', async () => {
    const seen: number[] = [];
    const subscriber: EntitySubscriberInterface = {
      afterTransactionCommit: async () => void seen.push(await db.manager.count(Counter)),
    };
    db.subscribers.push(subscriber);
    await db.transaction((tx) => insert(tx, 1));
    db.subscribers.splice(db.subscribers.indexOf(subscriber), 1);
    expect(seen).toEqual([1]);
  });

  it('undo the part that fails inside a transaction, and only that', async () => {
    await db.transaction(async (tx) => {
      await insert(tx, 1);
      const inner = tx.transaction(async (nested) => {
        await insert(nested, 2);
        throw new Error('inner');
      });
      await expect(inner).rejects.toThrow('inner');
      await insert(tx, 3);
    });
    expect(await ids()).toEqual([1, 3]);
  });
});

describe('the embedded database', () => {
  let db: StoreDataSource;
  beforeEach(async () => (db = await open('sqlite::memory:')));
  afterEach(async () => {
    jest.useRealTimers();
    await db.destroy();
  });

  it('fails a statement issued outside the open transaction after ten seconds, and goes on', async () => {
    const faked = ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'Date'] as const;
    jest.useFakeTimers({ doNotFake: [...faked] });
    await db.transaction(async (tx) => {
      await tx.insert(Counter, { id: 1, held: 0 });
      let outcome: unknown = 'waiting';
      const stray = db.manager.insert(Counter, { id: 2, held: 0 }).catch((error: unknown) => (outcome = error));
      await new Promise(setImmediate);
      jest.advanceTimersByTime(9_999);
      await new Promise(setImmediate);
      expect(outcome).toBe('waiting');
      jest.advanceTimersByTime(1);
      await stray;
      const message = 'SQLite lock wait timeout: was a statement issued outside the open transaction?';
      expect(outcome).toMatchObject({ code: 'SQLITE_BUSY', message });
      await tx.insert(Counter, { id: 3, held: 0 });
    });
    expect((await db.manager.find(Counter)).map(({ id }) => id)).toEqual([1, 3]);
  });

  it('lets nobody into a transaction whose commit was refused before it is rolled back', async () => {
    await db.query('CREATE TABLE parents (id INTEGER PRIMARY KEY)');
    await db.query('CREATE TABLE children (parent INTEGER REFERENCES parents (id) DEFERRABLE INITIALLY DEFERRED)');
    const begun = new Gate();
    const refused = db.transaction(async (tx) => {
      await tx.query('INSERT INTO children VALUES (7)');
      begun.open();
      await dawdle(tx);
    });
    const beside = begun.passed.then(() => db.manager.insert(Counter, { id: 1, held: 0 }));
    await expect(refused).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT_FOREIGNKEY' });
    await beside;
    expect(await db.manager.find(Counter)).toEqual([{ id: 1, held: 0 }]);
    expect(await scalar(db.manager, 'SELECT COUNT(*) FROM children')).toBe(0);
  });

  it('rolls back what a runner left open when it is released', async () => {
    const runner = db.createQueryRunner();
    await runner.startTransaction();
    await runner.manager.insert(Counter, { id: 1, held: 0 });
    await runner.release();
    expect(await db.manager.find(Counter)).toEqual([]);
  });

  it('gives up waiting for a transaction without losing its turn for others', async () => {
    const runner = db.createQueryRunner();
    await expect(runner.query('NO SUCH STATEMENT')).rejects.toMatchObject({ code: 'SQLITE_ERROR' });
    await expect(db.query('NEITHER THIS')).rejects.toMatchObject({ code: 'SQLITE_ERROR' });
    await runner.release();
    expect(await db.manager.find(Counter)).toEqual([]);
  });

  it('writes through to the disk at each commit', async () => {
    // 2 is FULL: an answered write survives a loss of power.
    expect(await scalar(db.manager, 'PRAGMA synchronous')).toBe(2);
  });
});

describe('FifoMutex', () => {
  afterEach(() => jest.useRealTimers());

  it('is granted in the order it was asked for', async () => {
    const mutex = new FifoMutex(1000);
    await mutex.acquire();
    const order: number[] = [];
    const waiting = [1, 2, 3].map((turn) => mutex.acquire().then(() => order.push(turn)));
    for (const turn of waiting) {
      mutex.release();
      await turn;
    }
    expect(order).toEqual([1, 2, 3]);
  });

  it('passes over one who gave up, and is free when all have gone', async () => {
    jest.useFakeTimers();
    const mutex = new FifoMutex(1000);
    await mutex.acquire();
    const first = mutex.acquire();
    jest.advanceTimersByTime(999);
    const second = mutex.acquire();
    jest.advanceTimersByTime(1);
    await expect(first).rejects.toMatchObject({ code: 'SQLITE_BUSY' });
    mutex.release();
    await second;
    mutex.release();
    expect(jest.getTimerCount()).toBe(0);
    await mutex.acquire();
  });
});

describe('a SQLite file that another process writes to', () => {
  it('is in use for others, also after a read', async () => {
    const file = `sqlite:${join(emptyFolder(), 'shared.sqlite')}`;
    const db = await open(file);
    expect(await db.manager.count(Counter)).toBe(0);
    const ask = `console.log(require('./src/platform/database/connection/sqlite/file-in-use').isFileInUse('${file}'))`;
    const args = ['--require', './test/support/typescript.register.cjs', '--eval', ask];
    const answer = execFileSync(process.execPath, args, { encoding: 'utf8' });
    await db.destroy();
    expect(answer).toBe('true\n');
  });

  it('makes that one wait: a transaction that has read can still write, and so can later ones', async () => {
    const path = join(emptyFolder(), 'shared.sqlite');
    const db = await open(`sqlite:${path}`);
    const other = new SqliteConnection(path);
    const write = (id: number): unknown => {
      const statement = other.prepare('INSERT INTO counters (id, held) VALUES (?, 0)') as { run(id: number): unknown };
      return statement.run(id);
    };
    try {
      await db.transaction(async (tx) => {
        await tx.count(Counter);
        expect(() => write(1)).toThrow('database is locked');
        await tx.insert(Counter, { id: 2, held: 0 });
      });
      write(3);
      await db.transaction((tx) => tx.insert(Counter, { id: 4, held: 0 }));
      expect((await db.manager.find(Counter, { order: { id: 'ASC' } })).map(({ id }) => id)).toEqual([2, 3, 4]);
    } finally {
      other.close();
      await db.destroy();
    }
  });
});
