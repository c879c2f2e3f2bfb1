import { type components } from '@storekeeper/client';
import { Table } from '@mantine/core';
import { type ReactNode } from 'react';
import { region } from '../../shared/text/locale';
import { t } from '../../shared/text/text';

/** How many orders had a discount of a size, then and in the test: a table whose numbers have bars. */
export function Histogram({
  bins,
  money,
}: {
  readonly bins: readonly components['schemas']['BacktestBin'][];
  readonly money: (amount: number) => string;
}): ReactNode {
  const most = Math.max(1, ...bins.flatMap(({ then, test }) => [then, test]));
  return (
    <Table className="histogram">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('backtest.discount')}</Table.Th>
          <Table.Th>{t('backtest.then')}</Table.Th>
          <Table.Th>{t('backtest.test')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {bins.map(({ above, up_to, then, test }) => (
          <Table.Tr key={up_to}>
            <Table.Th scope="row">
              {up_to === 0 ? money(0) : t('backtest.bin', { above: money(above), up_to: money(up_to) })}
            </Table.Th>
            <Bar count={then} of={most} color="var(--plain)" />
            <Bar count={test} of={most} color="var(--busy)" />
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Bar({ count, of, color }: { readonly count: number; readonly of: number; readonly color: string }): ReactNode {
  return (
    <Table.Td>
      <span className="bar" style={{ width: `${(count / of) * 70}%`, background: color }} />
      {count.toLocaleString(region())}
    </Table.Td>
  );
}
