import { Simulator } from './simulation';

/** CI and the night run 2,000 and more, by `npm run simulate`. */
const SEEDS = 20;

describe('the path of events on simulated machines', () => {
  let simulator: Simulator;
  beforeAll(async () => {
    simulator = await Simulator.make();
  });
  afterAll(() => simulator.close());

  it('is the same for the same seed, to the last line of its trace, and another for another', async () => {
    const first = await simulator.run(5);
    const other = await simulator.run(6);
    const again = await simulator.run(5);
    expect(again.lines).toEqual(first.lines);
    expect([again.hash === first.hash, other.hash === first.hash]).toEqual([true, false]);
  });

  it(
    `keeps every rule with ${SEEDS} seeds, in which processes die and everything around them fails`,
    async () => {
      const broken: string[] = [];
      const totals = { deaths: 0, events: 0, deliveries: 0, delivered: 0, dead: 0, removed: 0, again: 0, ordered: 0 };
      for (let seed = 1; seed <= SEEDS; seed += 1) {
        const { violations, statistics } = await simulator.run(seed);
        broken.push(...violations.map((rule) => `--seed ${seed}: ${rule}`));
        for (const name of Object.keys(totals) as (keyof typeof totals)[]) totals[name] += statistics[name] ?? 0;
      }
      expect(broken).toEqual([]);
      // Each kind of thing has happened: rules about nothing would hold as well.
      expect(Object.entries(totals).filter(([, count]) => count < SEEDS / 10)).toEqual([]);
    },
    300_000 + SEEDS * 2_000,
  );
});
