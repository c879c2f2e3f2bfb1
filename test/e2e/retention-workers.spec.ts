import { AccessToken } from '../../src/modules/access/data/access-token.entity';
import { WorkerLease } from '../../src/platform/leases/worker-lease.entity';
import { openDatabase, type TestDatabase } from '../support/database';
import { type Engine, onEachEngine } from '../support/engines';
import { TEST_SECRETS_KEY } from '../support/store';
import { emptyFolder, ensureBuilt, StoreProcess } from '../support/store.process';

type Line = Record<string, unknown>;

/** A process of a store that removes old rows: on the embedded database the only one, else a worker. */
function retentionProcess({ databaseUrl, redisUrl }: Engine): StoreProcess {
  const env = { DATABASE_URL: databaseUrl, SECRETS_KEY: TEST_SECRETS_KEY, LOG_LEVEL: 'debug', PORT: '0' };
  return redisUrl === undefined
    ? new StoreProcess('main.js', emptyFolder(), env)
    : new StoreProcess('worker.js', emptyFolder(), { ...env, REDIS_URL: redisUrl });
}

const says =
  (words: string) =>
  (line: Line): boolean =>
    line['msg'] === words;

const isReady = (line: Line): boolean => line['msg'] === 'working' || line['msg'] === 'listening';

onEachEngine('retention in processes', (engine) => {
  /** A SQLite file serves one process only: nothing else has it open while that runs. */
  const inDatabase = async <T>(work: (db: TestDatabase) => Promise<T>): Promise<T> => {
    const db = await openDatabase(engine.databaseUrl);
    try {
      return await work(db);
    } finally {
      await db.close();
    }
  };
  const growOld = (id: string): Promise<void> =>
    inDatabase((db) =>
      db.insert(AccessToken, { id, clientRow: '1', scopes: [], expiresAt: new Date('2020-01-01'), session: null }),
    );
  const removedToken = ({ kind, rows }: Line): boolean => kind === 'access_tokens' && rows === 1;

  beforeAll(() => ensureBuilt());
  afterAll(() => StoreProcess.stopAll());

  it('begins with the process, and is let go of when that is told to stop', async () => {
    await growOld('before');
    const one = retentionProcess(engine);
    // Told to stop while it still starts, it ends at once, and the lease runs out.
    await Promise.all([one.line(removedToken), one.line(isReady)]);
    one.signal('SIGTERM');
    expect((await one.ended).code).toBe(0);
    const lease = await inDatabase(({ dataSource }) =>
      dataSource.manager.findOneByOrFail(WorkerLease, { id: 'upkeep' }),
    );
    expect(lease.leaseUntil).toEqual(new Date(0));
  });

  if (engine.redisUrl === undefined) return;

  it('is done by one worker, and by another once that is killed', async () => {
    const [first, second] = [retentionProcess(engine), retentionProcess(engine)];
    const holder = await Promise.race(
      [first, second].map(async (each) => {
        await each.line(says('this process now runs the clean-up of old rows'));
        return each;
      }),
    );
    const other = holder === first ? second : first;
    await other.line(says('another process runs the clean-up of old rows'));
    await growOld('first');
    await holder.line(removedToken);
    await holder.stop();
    await growOld('second');
    await other.line(removedToken);
    expect(other.lines.filter(removedToken)).toHaveLength(1);
  });
});
