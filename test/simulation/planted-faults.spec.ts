import { plants } from './plants';
import { type Plant, Simulator } from './simulation';

/** Runs that a fault may hide in. */
const MAX_SEEDS = 100;

describe('the simulation of the path of events', () => {
  let simulator: Simulator;
  beforeAll(async () => {
    simulator = await Simulator.make();
  });
  afterAll(() => simulator.close());

  /** The first rule that a planted fault breaks; undefined: no seed finds it. */
  async function firstBreach(plant: Plant): Promise<string | undefined> {
    for (let seed = 1; seed <= MAX_SEEDS; seed += 1) {
      const [breach] = (await simulator.run(seed, plant)).violations;
      if (breach !== undefined) return breach;
    }
    return undefined;
  }

  it.each(plants)('finds that $title', async (plant) => {
    expect(await firstBreach(plant)).toMatch(plant.breach);
  });

  it('leaves the code as it was', async () => {
    expect((await simulator.run(1)).violations).toEqual([]);
  });
});
