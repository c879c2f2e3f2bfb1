import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { Simulator } from './simulation';

/** `npm run simulate -- --seeds 100000`, or `--seed 7` with its trace. */
async function main(): Promise<void> {
  const options = { seeds: { type: 'string', default: '2000' }, seed: { type: 'string' } } as const;
  const { values } = parseArgs({ options });
  const simulator = await Simulator.make();
  const only = values.seed === undefined ? undefined : Number(values.seed);
  const [first, last] = only === undefined ? [1, Number(values.seeds)] : [only, only];
  const began = performance.now();
  let failed = 0;
  for (let seed = first; seed <= last; seed += 1) {
    const { violations, lines, hash, statistics } = await simulator.run(seed);
    if (only !== undefined) process.stdout.write(`${lines.join('\n')}\n${hash} ${JSON.stringify(statistics)}\n`);
    if (violations.length === 0) continue;
    failed += 1;
    process.stdout.write(`seed ${seed}: ${violations.join('\n  ')}\n`);
  }
  const took = performance.now() - began;
  process.stdout.write(
    `${last - first + 1} seeds, ${failed} failed, ${(took / (last - first + 1)).toFixed(1)} ms each\n`,
  );
  await simulator.close();
  process.exitCode = failed === 0 ? 0 : 1;
}

void main();
