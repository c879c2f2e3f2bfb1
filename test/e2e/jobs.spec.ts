import { getDataSourceToken } from '@nestjs/typeorm';
import { type DataSource, type EntityManager } from 'typeorm';
import { type BatchOutcome, JobFailed, type JobKind } from '../../src/platform/jobs/job-kind';
import { type JobBatches } from '../../src/platform/jobs/job-batches';
import { JobRunner } from '../../src/platform/jobs/job-runner';
import { type Loop } from '../../src/platform/leases/loop';
import { Jobs } from '../../src/platform/jobs/jobs';
import { Job } from '../../src/platform/jobs/job.entity';
import { type OtherWork } from '../../src/platform/jobs/other-work';
import { Transactions } from '../../src/platform/database/connection/transactions';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

interface Progress {
  readonly at: number;
}
type Script = (
  at: number,
  tx: EntityManager,
) => Promise<Partial<BatchOutcome<Progress>>> | Partial<BatchOutcome<Progress>>;

/** A job of as many batches as its input says, each of which runs a script in its transaction. */
class ScriptedJob implements JobKind<{ batches: number }, Progress> {
  readonly largestBatch = 100;
  readonly loadPercent = 100;
  readonly prepared: number[] = [];
  script: Script = () => ({});
  /** Happens while a batch is being prepared. */
  meanwhile: (at: number) => Promise<void> = () => Promise.resolve();

  constructor(readonly name: string) {}

  async prepare(
    _: EntityManager,
    { input, progress }: Parameters<JobKind<{ batches: number }, Progress>['prepare']>[1],
  ) {
    const at = (progress?.at ?? 0) + 1;
    this.prepared.push(at);
    await this.meanwhile(at);
    return async (tx: EntityManager) => ({
      progress: { at },
      done: 10,
      isLast: at === input.batches,
      ...(await this.script(at, tx)),
    });
  }
}

onEachEngine('jobs', (engine) => {
  let store: TestStore;
  let runner: JobRunner;
  let count = 0;

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, {}, true);
    runner = store.app.get(JobRunner);
    // Passes begin when a test says so.
    await runner.stop();
    const { passes } = runner as unknown as { passes: { stopping: AbortController } };
    passes.stopping = new AbortController();
  });
  afterAll(() => store.close());

  const run = <T>(work: (tx: EntityManager) => Promise<T>) => store.app.get(Transactions).run(work);
  const find = (id: string) => store.app.get<DataSource>(getDataSourceToken()).manager.findOneByOrFail(Job, { id });
  const kind = (): ScriptedJob => {
    const scripted = new ScriptedJob(`scripted.${(count += 1)}`);
    runner.register(scripted);
    return scripted;
  };
  const ask = ({ name }: ScriptedJob, batches: number, subject: string | null = null): Promise<Job> =>
    run((tx) => store.app.get(Jobs).create(tx, { kind: name, subject, input: { batches }, total: 10 * batches }));

  it('work batch by batch until they are done', async () => {
    const scripted = kind();
    const { id } = await ask(scripted, 3);
    scripted.script = (at) => ({ faults: at === 2 ? [{ line: 7, message: 'code must be unique' }] : [] });
    await runner.settle();
    expect(scripted.prepared).toEqual([1, 2, 3]);
    expect(await find(id)).toEqual({
      id,
      kind: scripted.name,
      subject: null,
      state: 'done',
      input: { batches: 3 },
      progress: { at: 3 },
      total: 30,
      done: 30,
      failed: 1,
      faults: [{ line: 7, message: 'code must be unique' }],
      error: null,
      attempts: 0,
      batches: 3,
      createdAt: expect.any(Date) as Date,
      startedAt: expect.any(Date) as Date,
      endedAt: expect.any(Date) as Date,
    });
  });

  it('take turns: a long one holds up no short one', async () => {
    const [long, short] = [kind(), kind()];
    const order: string[] = [];
    long.script = () => {
      order.push('long');
      return {};
    };
    short.script = () => {
      order.push('short');
      return {};
    };
    await ask(long, 3);
    await ask(short, 1);
    await runner.settle();
    expect(order).toEqual(['long', 'short', 'long', 'long']);
  });

  it('write a batch and its progress together, or neither', async () => {
    const scripted = kind();
    const { id } = await ask(scripted, 2);
    let isBroken = true;
    scripted.script = async (at, tx) => {
      await tx.update(Job, { id }, { error: `written by ${at}` });
      if (at === 2 && isBroken) throw new Error('broken');
      return {};
    };
    await runner.settle();
    expect(await find(id)).toMatchObject({
      state: 'running',
      done: 10,
      attempts: 1,
      batches: 1,
      error: 'written by 1',
    });
    isBroken = false;
    await runner.settle();
    expect(await find(id)).toMatchObject({ state: 'done', done: 20, attempts: 0, batches: 2, error: 'written by 2' });
  });

  it('fail after five tries, with nothing in their message but that they did', async () => {
    const scripted = kind();
    const { id } = await ask(scripted, 2);
    scripted.script = () => Promise.reject(new Error('password=secret at 10.0.0.1'));
    for (let pass = 1; pass < 5; pass += 1) await runner.settle();
    expect(await find(id)).toMatchObject({ state: 'queued', attempts: 4, error: null });
    await runner.settle();
    const error = 'The work failed several times. The log of the worker says why.';
    expect(await find(id)).toMatchObject({ state: 'failed', attempts: 5, error, endedAt: expect.any(Date) as Date });
    await runner.settle();
    expect(scripted.prepared).toHaveLength(5);
  });

  it('fail at once when their kind says so, in its words', async () => {
    const scripted = kind();
    const { id } = await ask(scripted, 2);
    scripted.script = () => Promise.reject(new JobFailed('Choose a larger length'));
    await runner.settle();
    expect(await find(id)).toMatchObject({ state: 'failed', attempts: 1, error: 'Choose a larger length' });
  });

  it('write no batch that was prepared before they were cancelled, and keep what they did', async () => {
    const scripted = kind();
    const { id } = await ask(scripted, 5, '42');
    const jobs = store.app.get(Jobs);
    // The owner cancels while the third batch is being prepared.
    scripted.meanwhile = async (at) => {
      if (at === 3) await run((tx) => jobs.cancelOf(tx, '42', [scripted.name]));
    };
    await runner.settle();
    expect(scripted.prepared).toEqual([1, 2, 3]);
    expect(await find(id)).toMatchObject({ state: 'cancelled', done: 20, batches: 2, error: null });
    expect(await run((tx) => jobs.cancel(tx, id))).toBe(false);
  });

  it('are not written twice by two workers that prepared the same batch', async () => {
    const scripted = kind();
    const { id } = await ask(scripted, 2);
    const job = await find(id);
    const { batches } = runner as unknown as { batches: JobBatches };
    const steps = { rests: { share: 100, take: () => Promise.resolve() }, prepared: () => undefined };
    let written = 0;
    scripted.script = () => {
      written += 1;
      return {};
    };
    await Promise.all([batches.run(scripted, job, 10, steps), batches.run(scripted, job, 10, steps)]);
    expect([scripted.prepared, written]).toEqual([[1, 1], 1]);
    expect(await find(id)).toMatchObject({ state: 'running', done: 10, batches: 1 });
    await runner.settle();
    expect(await find(id)).toMatchObject({ state: 'done', done: 20, batches: 2 });
  });

  it('work all of the time while nobody else uses the database server, and a share of it otherwise', async () => {
    const { passes, others } = runner as unknown as { passes: Loop; others: OtherWork };
    const rested: number[] = [];
    const spies = [
      jest.spyOn(passes, 'rest').mockImplementation((ms) => Promise.resolve(void rested.push(ms))),
      jest.spyOn(others, 'listen').mockResolvedValue(undefined),
    ];
    const isThere = jest.spyOn(others, 'isThere', 'get');
    const restsOf = async (otherWork: boolean): Promise<number> => {
      isThere.mockReturnValue(otherWork);
      rested.length = 0;
      await ask(Object.assign(kind(), { loadPercent: 1, loadPercentAlone: 100 }), 3);
      await runner.settle();
      return rested.length;
    };
    try {
      expect([await restsOf(true), await restsOf(false)]).toEqual([3, 0]);
    } finally {
      for (const spy of [...spies, isThere]) spy.mockRestore();
    }
  });

  it('of a kind that this worker does not know wait for one that does', async () => {
    runner.register(new ScriptedJob('scripted.known'));
    const { id } = await run((tx) =>
      store.app.get(Jobs).create(tx, { kind: 'newer', subject: null, input: {}, total: null }),
    );
    await runner.settle();
    expect(await find(id)).toMatchObject({ state: 'queued', batches: 0 });
    expect(() => runner.register(new ScriptedJob('scripted.known'))).toThrow('two kinds of job called scripted.known');
  });
});
