import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Results, resultsFile, resultsText, tablesIn } from '../../bench/support/results';
import { benchPage, shownResults } from '../support/generated/bench-page';

const BENCH = join(__dirname, '../../bench');

const PRINTED = `started
| database | rate |
|---|---|
| mariadb | 17 |
| sqlite | **205** |
a line between
| list | p50 |
|---|---|
| all | 3 ms |
`;
const RATES = {
  columns: ['database', 'rate'],
  rows: [
    ['mariadb', '17'],
    ['sqlite', '**205**'],
  ],
};
const LISTS = { columns: ['list', 'p50'], rows: [['all', '3 ms']] };
const RESULTS: Results = {
  bench: 'orders',
  words: ['sqlite', '16'],
  date: '2026-02-03',
  machine: { cpu: 'Some CPU', cores: 2, node: 'v20.1.0', database: '10.11.1-MariaDB' },
  tables: [RATES, LISTS],
};
const block = (number: number, content: string): string =>
  `Before.\n\n<!-- results: orders.json ${number} -->\n${content}\n<!-- end of results -->\n\nAfter.\n`;

describe('the results of a benchmark', () => {
  it('are the tables that it printed', () => {
    expect(tablesIn(PRINTED)).toEqual([RATES, LISTS]);
  });

  it('are none without a table', () => {
    expect(tablesIn('all 1,379 requests were rejected | as they should\n')).toEqual([]);
  });

  it('of a run with words have a file of their own', () => {
    expect([resultsFile('orders', []), resultsFile('soak', ['2', '--leak'])]).toEqual([
      'orders.json',
      'soak-2-leak.json',
    ]);
  });

  it('have each row of a table on a line', () => {
    const text = resultsText(RESULTS);
    expect(JSON.parse(text)).toEqual(RESULTS);
    expect(text.split('\n').map((line) => line.trim())).toContain('["sqlite", "**205**"]');
  });
});

describe('the page of the benchmarks', () => {
  it('shows a table as its results file has it, with the command, the date and the machine', () => {
    expect(benchPage(block(1, 'an old table'), () => RESULTS)).toBe(
      block(
        1,
        `
| database | rate    |
| -------- | ------- |
| mariadb  | 17      |
| sqlite   | **205** |

\`npm run bench -- orders sqlite 16\`, 2026-02-03: 2 × Some CPU, Node v20.1.0, database 10.11.1-MariaDB.
`,
      ),
    );
  });

  it('says nothing of a machine that was not recorded', () => {
    const earlier = { ...RESULTS, date: null, machine: null };
    expect(benchPage(block(2, ''), () => earlier)).toBe(
      block(2, '\n| list | p50  |\n| ---- | ---- |\n| all  | 3 ms |\n'),
    );
  });

  it('stays as it is when it is made again', () => {
    const made = benchPage(block(1, ''), () => RESULTS);
    expect(benchPage(made, () => RESULTS)).toBe(made);
  });

  it('rejects a table that a file does not have', () => {
    expect(() => benchPage(block(3, ''), () => RESULTS)).toThrow(new RangeError('orders.json has no table 3'));
  });

  it('shows each results file, and has no table that is not in one', () => {
    const page = readFileSync(join(BENCH, 'README.md'), 'utf8');
    const files = readdirSync(join(BENCH, 'results', 'earlier')).map((name) => `earlier/${name}`);
    expect(shownResults(page)).toEqual(expect.arrayContaining(files));
    expect(tablesIn(page.replace(/<!-- results: [^]*?<!-- end of results -->/g, ''))).toEqual([]);
  });
});
