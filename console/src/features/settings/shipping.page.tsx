import { type ReactNode, useMemo } from 'react';
import { useMoney } from '../../shared/api/use-money';
import { t } from '../../shared/text/text';
import { List } from '../../shared/ui/list-page';
import { type ListColumn } from '../../shared/ui/list-table';
import { Empty } from '../../shared/ui/page';
import { EnabledMark } from './enabled-mark';
import { SettingsFrame } from './settings-frame';
import { type ShippingMethod } from './shipping-fields';

const columnsOf = (money: (amount: number) => string): readonly ListColumn<ShippingMethod>[] => [
  { id: 'title', title: t('methods.name'), cell: ({ title }) => title, sort: 'title' },
  { id: 'price', title: t('methods.price'), cell: ({ price }) => money(price), sort: 'price', isNumber: true },
  {
    id: 'range',
    title: t('methods.range'),
    cell: ({ price_min, price_max }) => rangeText(price_min, price_max, money),
  },
  {
    id: 'weights',
    title: t('methods.weights'),
    cell: ({ weight_min, weight_max }) => rangeText(weight_min, weight_max, String),
  },
  { id: 'tax', title: t('taxes.one'), cell: ({ tax_band }) => tax_band?.value },
  {
    id: 'state',
    title: t('settings.state'),
    cell: ({ status }) => <EnabledMark enabled={status.data.key === '1'} />,
    sort: 'status',
  },
];

/** A range in words; 0 is no limit. */
function rangeText(least: number, most: number, text: (value: number) => string): string {
  if (most > 0) return t('methods.between', { least: text(least), most: text(most) });
  return least > 0 ? t('methods.from', { least: text(least) }) : t('methods.any');
}

/** The shipping methods of the shop. */
export function Page(): ReactNode {
  const money = useMoney();
  const columns = useMemo(() => columnsOf(money), [money]);
  return (
    <SettingsFrame section="/settings/shipping" create="methods.new">
      <List
        path="/v1/shipping"
        columns={columns}
        sort={{ sort: 'title', order: 'asc' }}
        pageOf={({ id }) => `/settings/shipping/${id}`}
        empty={<Empty title={t('methods.none')} next={t('methods.none.next')} />}
      />
    </SettingsFrame>
  );
}
