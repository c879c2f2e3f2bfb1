import { missingServers } from '../support/private-servers';
import { StoreProcess } from '../support/store.process';
import { apiCases } from './cases/api.cases';
import { hostileCases } from './cases/hostile.cases';
import { receiverCases } from './cases/receiver.cases';
import { serverCases } from './cases/server.cases';
import { workerCases } from './cases/worker.cases';
import { type Form } from './support/chaos.case';
import { expectKept, findingsOf } from './support/chaos.checks';
import { ChaosScene } from './support/chaos.scene';
import { ChaosWorld } from './support/chaos.world';

/** `npm run chaos` sets it to `full`; every run of the tests has the short form. */
const form: Form = process.env['CHAOS'] === 'full' ? 'full' : 'short';
const CASE_MS = 300_000;

const cases = [...workerCases, ...apiCases, ...serverCases, ...receiverCases, ...hostileCases].filter(
  ({ isLong }) => form === 'full' || isLong !== true,
);

// Real servers are the point of it: without them there is nothing to try.
(missingServers().length === 0 ? describe : describe.skip)(`webhooks under faults, ${form}`, () => {
  let world: ChaosWorld;
  beforeAll(async () => {
    world = await ChaosWorld.start();
  }, CASE_MS);
  afterAll(async () => {
    await world.close();
    await StoreProcess.stopAll();
  });

  it.each(cases.map((one) => [one.name, one] as const))(
    '%s',
    async (name, one) => {
      const scene = await ChaosScene.open(world, form, one.settings ?? {});
      await one.run(scene);
      await scene.settled();
      const findings = await findingsOf(scene);
      if (form === 'full') process.stdout.write(`${name}: ${JSON.stringify(findings)}\n`);
      expectKept(findings, one.repeats);
    },
    CASE_MS,
  );
});
