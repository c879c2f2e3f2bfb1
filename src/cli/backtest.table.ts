import { type BacktestRecord } from '../modules/backtests/backtest.record';

/** Characters of the bar. */
const WIDTH = 40;

/** The progress of a back-test in one line. */
export function progressBar({ state, progress: { looked_at, total } }: BacktestRecord): string {
  const share = total === null ? 0 : total === 0 ? 1 : Math.min(1, looked_at / total);
  const filled = Math.round(share * WIDTH);
  const bar = `${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}`;
  return `[${bar}] ${(share * 100).toFixed(0).padStart(3)} %  ${looked_at} of ${total ?? '?'} orders, ${state}`;
}

/** The result of a back-test for people. */
export function backtestTable(record: BacktestRecord): string {
  const { id, state, from, to, mode, baseline, result, error } = record;
  const against = baseline === 'live' ? ', against the live promotions' : '';
  const head = `Back-test ${id}: ${state}. Orders from ${from} to ${to}, ${mode}${against}.`;
  if (result === null) return error === null ? head : `${head}\n${error}`;
  const { discount, others, revenue, promotions, days, largest, assumptions } = result;
  const change = ({ then, test }: typeof discount): string[] => [money(then), money(test), signed(test - then)];
  return [
    head,
    counts(result),
    table([
      ['', 'then', 'test', 'change'],
      ['Discount', ...change(discount)],
      ...(others === null ? [] : [['of other promotions', ...change(others)]]),
      ['Revenue', ...change(revenue)],
    ]),
    table([
      ['promotion', 'orders', 'discount', 'average', 'largest'],
      ...promotions.map((one) => [
        one.title || one.id,
        String(one.orders),
        ...[one.discount, one.average, one.largest].map(money),
      ]),
    ]),
    table([
      ['day', 'orders', 'touched', 'discount then', 'test'],
      ...days.map((day) => [
        day.day,
        String(day.orders),
        String(day.touched),
        ...[day.discount.then, day.discount.test].map(money),
      ]),
    ]),
    table([
      ['order', 'discount then', 'test', 'why'],
      ...largest.map(({ order, before, after, why }) => [order, money(before.discount), money(after.discount), why]),
    ]),
    assumptions.map((assumption) => `- ${assumption}`).join('\n'),
  ].join('\n\n');
}

function counts({ orders, touched, pay_less, pay_more, pay_same }: NonNullable<BacktestRecord['result']>): string {
  const replayed = `${orders} orders were replayed, ${touched} are touched.`;
  if (pay_less === null) return replayed;
  const same = pay_same === null ? '' : ` ${pay_same} the same with other discounts.`;
  return `${replayed} ${pay_less} would have cost less, ${pay_more} more.${same}`;
}

const money = (amount: number): string => amount.toFixed(2);
const signed = (amount: number): string => `${amount < 0 ? '' : '+'}${money(amount)}`;

/** Rows in columns: numbers to the right. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => (row[i] ?? '').length)));
  const isNumber = (cell: string): boolean => /^[+-]?[\d.]+$/.test(cell);
  const cellOf = (cell: string, i: number, isHead: boolean): string => {
    const isRight = isHead ? rows.slice(1).some((row) => isNumber(row[i] ?? '')) : isNumber(cell);
    return isRight ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0);
  };
  return rows
    .map((row, at) =>
      row
        .map((cell, i) => cellOf(cell, i, at === 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
