import { MigrationProgress, spoken } from './migration-progress';

const orders = { table: 'orders', count: 200_000 };

/** Runs a migration of whose every second so many rows are told. @returns what is written, with the time of each */
function written(isTTY: boolean, seconds: number, rowsPerSecond: number, rows: typeof orders | undefined): string[] {
  let now = 0;
  const output: string[] = [];
  const progress = new MigrationProgress({ isTTY, columns: 100, write: (text) => output.push(text) }, () => now);
  progress.begin('PlacedOrders', rows);
  for (let second = 1; second <= seconds; second += 1) {
    now = second * 1000;
    progress.went(rowsPerSecond);
  }
  progress.end();
  return output;
}

describe('the progress of a migration', () => {
  it('is a line every ten seconds: name, rows done of all, rate and time left', () => {
    expect(written(false, 25, 400, orders)).toEqual([
      'PlacedOrders: 4,000 of about 200,000 rows of orders, 400 a second, about 8 min left\n',
      'PlacedOrders: 8,000 of about 200,000 rows of orders, 400 a second, about 8 min left\n',
      'PlacedOrders: done in 25 s\n',
    ]);
  });

  it('says of a table whose index is made only how long it has been at work: the server tells no more', () => {
    expect(written(false, 12, 0, orders)).toEqual([
      'PlacedOrders: at work for 10 s on about 200,000 rows of orders\n',
      'PlacedOrders: done in 12 s\n',
    ]);
    expect(written(false, 12, 0, undefined)[0]).toBe('PlacedOrders: at work for 10 s\n');
  });

  it('is a bar on a terminal, no wider than it, which is wiped at the end', () => {
    expect(written(true, 2, 50_000, orders)).toEqual([
      '\rPlacedOrders [#####---------------] 50,000 of about 200,000 rows of orders, 50,000 a second, about \x1b[K',
      '\rPlacedOrders [##########----------] 100,000 of about 200,000 rows of orders, 50,000 a second, about\x1b[K',
      '\r\x1b[K',
    ]);
  });

  it.each([false, true])('says nothing of a migration that takes no time: terminal %s', (isTTY) => {
    const output: string[] = [];
    const progress = new MigrationProgress({ isTTY, write: (text) => output.push(text) }, () => 0);
    progress.begin('Small', undefined);
    progress.went(3);
    progress.end();
    expect(output).toEqual([]);
  });

  it('goes on when there are more rows than were estimated', () => {
    expect(written(false, 10, 30_000, orders)[0]).toBe(
      'PlacedOrders: 300,000 of about 300,000 rows of orders, 30,000 a second, about 0 s left\n',
    );
  });

  it.each([
    [400, '1 s'],
    [119_000, '119 s'],
    [660_000, '11 min'],
    [7_500_000, '2 h 5 min'],
  ])('speaks of %i milliseconds as %s', (ms, text) => {
    expect(spoken(ms)).toBe(text);
  });
});
