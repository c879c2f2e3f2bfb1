import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { askedBenchmark, BENCHMARKS } from '../../bench/support/asked-benchmark';
import { databaseKind } from '../support/database-server';

describe('the benchmark that a command asks for', () => {
  it.each([
    [[], { name: 'orders', words: [] }],
    [['orders'], { name: 'orders', words: [] }],
    [['fan-out'], { name: 'fan-out', words: [] }],
    [['soak', '2', '--leak'], { name: 'soak', words: ['2', '--leak'] }],
    [['sqlite', '1', '16'], { name: 'orders', words: ['sqlite', '1', '16'] }],
    [['orders', databaseKind, 'search'], { name: 'orders', words: [databaseKind, 'search'] }],
    [['16', 'lists'], { name: 'orders', words: ['16', 'lists'] }],
    [['whole'], { name: 'orders', words: ['whole'] }],
  ])('of %j is %j', (words, asked) => {
    expect(askedBenchmark(words)).toEqual(asked);
  });

  it.each([[['fanout']], [['']], [['16x']], [['sqlite', 'fan-out']], [['orders', 'fanout']]])(
    'of %j is none',
    (words) => {
      expect(askedBenchmark(words)).toBeUndefined();
    },
  );

  it('is one of the files of the folder', () => {
    const files = readdirSync(join(__dirname, '../../bench')).filter((name) => name.endsWith('.bench.ts'));
    expect(BENCHMARKS.map((name) => `${name}.bench.ts`).sort()).toEqual(files.sort());
  });
});
