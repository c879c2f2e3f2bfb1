import { type components } from '@storekeeper/client';
import { type ReactNode } from 'react';
import { region } from '../../shared/text/locale';
import { t } from '../../shared/text/text';

/** Shows the number of orders by size of the discount, before and in the test: a table with bars. */
export function Histogram({
  bins,
  before,
  money,
}: {
  readonly bins: readonly components['schemas']['BacktestBin'][];
  /** Title of what it is compared with. */
  readonly before: string;
  readonly money: (amount: number) => string;
}): ReactNode {
  const most = Math.max(1, ...bins.flatMap(({ then, test }) => [then, test]));
  return (
    <table className="table histogram">
      <thead>
        <tr>
          <th>{t('backtest.discount')}</th>
          <th>{before}</th>
          <th>{t('backtest.test')}</th>
        </tr>
      </thead>
      <tbody>
        {bins.map(({ above, up_to, then, test }) => (
          <tr key={up_to}>
            <th scope="row">
              {up_to === 0 ? t('backtest.bin.none') : t('backtest.bin', { above: money(above), up_to: money(up_to) })}
            </th>
            <Bar count={then} of={most} color="var(--plain)" />
            <Bar count={test} of={most} color="var(--busy)" />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Bar({ count, of, color }: { readonly count: number; readonly of: number; readonly color: string }): ReactNode {
  return (
    <td>
      <span className="bar" style={{ width: `${(count / of) * 70}%`, background: color }} />
      {count.toLocaleString(region())}
    </td>
  );
}
