import { StoreProcess } from '../support/store.process';
import { apiCases } from './cases/api.cases';
import { hostileCases } from './cases/hostile.cases';
import { receiverCases } from './cases/receiver.cases';
import { serverCases } from './cases/server.cases';
import { workerCases } from './cases/worker.cases';
import { type ChaosCase, type Form } from './support/chaos.case';
import { expectKept, type Findings, findingsOf } from './support/chaos.checks';
import { ChaosScene } from './support/chaos.scene';
import { ChaosWorld } from './support/chaos.world';

/**
 * `npm run test:chaos` sets it to `full`; every run of the tests has the short form: the same faults with smaller numbers. It
 * runs beside other suites on small machines, so two bounds are held against the clock in the full form only: writes take
 * at most 10 ms longer at p99 while Redis is away, and 500 ms to one receiver beside another that hangs.
 */
const form: Form = process.env['CHAOS'] === 'full' ? 'full' : 'short';
const CASE_MS = 300_000;

const rows: (readonly ChaosCase[])[] = [
  [...workerCases, ...apiCases],
  [...serverCases, ...receiverCases, ...hostileCases],
];
const isWanted = ({ isLong }: ChaosCase): boolean => form === 'full' || isLong !== true;
const wanted = rows.flat().filter(isWanted);

/** A world, and what each of its cases comes to. */
interface Row {
  readonly world: ChaosWorld;
  readonly outcomes: ReadonlyMap<string, () => Promise<Findings>>;
  /** Resolves when none of them is under way any more. */
  readonly over: Promise<unknown>;
}

async function play(world: ChaosWorld, one: ChaosCase): Promise<Findings> {
  const scene = await ChaosScene.open(world, form, one.settings ?? {});
  await one.run(scene);
  await scene.settled();
  const findings = await findingsOf(scene);
  if (form === 'full') process.stdout.write(`${one.name}: ${JSON.stringify(findings)}\n`);
  return findings;
}

/** Every case when its turn in the file comes: what is measured, is measured alone. */
async function inTurn(cases: readonly ChaosCase[]): Promise<Row> {
  const world = await ChaosWorld.start();
  return { world, outcomes: new Map(cases.map((one) => [one.name, () => play(world, one)])), over: Promise.resolve() };
}

/** One case after the other, from now on. */
async function atOnce(cases: readonly ChaosCase[]): Promise<Row> {
  const world = await ChaosWorld.start();
  const outcomes = new Map<string, () => Promise<Findings>>();
  let over: Promise<unknown> = Promise.resolve();
  for (const one of cases) {
    const outcome = over.then(() => play(world, one));
    outcomes.set(one.name, () => outcome);
    over = outcome.catch(() => undefined);
  }
  return { world, outcomes, over };
}

describe(`webhooks under faults, ${form}`, () => {
  let begun: Row[] = [];
  // Most of the time is spent waiting: short, the rows run side by side, each on servers of its own.
  beforeAll(async () => {
    begun = await Promise.all(form === 'full' ? [inTurn(wanted)] : rows.map((row) => atOnce(row.filter(isWanted))));
  }, CASE_MS);
  afterAll(async () => {
    await Promise.all(begun.map(({ over }) => over));
    for (const { world } of begun) await world.close();
    await StoreProcess.stopAll();
  }, CASE_MS);

  it.each(wanted.map(({ name, repeats }) => [name, repeats] as const))(
    '%s',
    async (name, repeats) => {
      const outcome = begun.map(({ outcomes }) => outcomes.get(name)).find((one) => one !== undefined);
      if (outcome === undefined) throw new Error('it was never begun');
      expectKept(await outcome(), repeats);
    },
    CASE_MS,
  );
});
