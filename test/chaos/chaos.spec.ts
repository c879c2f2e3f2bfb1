import { missingServers } from '../support/private-servers';
import { StoreProcess } from '../support/store.process';
import { apiCases } from './cases/api.cases';
import { hostileCases } from './cases/hostile.cases';
import { receiverCases } from './cases/receiver.cases';
import { serverCases } from './cases/server.cases';
import { workerCases } from './cases/worker.cases';
import { type ChaosCase, type Form } from './support/chaos.case';
import { expectKept, findingsOf } from './support/chaos.checks';
import { ChaosScene } from './support/chaos.scene';
import { ChaosWorld } from './support/chaos.world';

/**
 * `npm run chaos` sets it to `full`; every run of the tests has the short form: the same faults with smaller numbers. It
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

/** A world, and what its cases come to, one after the other. */
interface Row {
  readonly world: ChaosWorld;
  readonly outcomes: ReadonlyMap<string, Promise<void>>;
}

async function play(world: ChaosWorld, one: ChaosCase): Promise<void> {
  const scene = await ChaosScene.open(world, form, one.settings ?? {});
  await one.run(scene);
  await scene.settled();
  const findings = await findingsOf(scene);
  if (form === 'full') process.stdout.write(`${one.name}: ${JSON.stringify(findings)}\n`);
  expectKept(findings, one.repeats);
}

async function begin(cases: readonly ChaosCase[]): Promise<Row> {
  const world = await ChaosWorld.start();
  const outcomes = new Map<string, Promise<void>>();
  let before = Promise.resolve();
  for (const one of cases) {
    const outcome = before.then(() => play(world, one));
    outcomes.set(one.name, outcome);
    before = outcome.catch(() => undefined);
  }
  return { world, outcomes };
}

// Real servers are the point of it: without them there is nothing to try.
(missingServers().length === 0 ? describe : describe.skip)(`webhooks under faults, ${form}`, () => {
  let begun: Row[] = [];
  // Most of the time is spent waiting. Short, the rows run side by side, each on servers of its own; what is measured, alone.
  beforeAll(async () => {
    const together = form === 'full' ? [rows.flat()] : rows;
    begun = await Promise.all(together.map((row) => begin(row.filter(isWanted))));
  }, CASE_MS);
  afterAll(async () => {
    await Promise.allSettled(begun.flatMap(({ outcomes }) => [...outcomes.values()]));
    for (const { world } of begun) await world.close();
    await StoreProcess.stopAll();
  }, CASE_MS);

  it.each(wanted.map(({ name }) => [name]))(
    '%s',
    async (name) => {
      const outcome = begun.map(({ outcomes }) => outcomes.get(name)).find((one) => one !== undefined);
      if (outcome === undefined) throw new Error('it was never begun');
      await outcome;
    },
    CASE_MS,
  );
});
