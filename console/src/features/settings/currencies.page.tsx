import { type ReactNode } from 'react';
import { moneyText } from '../../shared/format/money';
import { t } from '../../shared/text/text';
import { List } from '../../shared/ui/list-page';
import { type ListColumn } from '../../shared/ui/list-table';
import { Empty } from '../../shared/ui/page';
import { Mark } from '../../shared/ui/values';
import { type Currency } from './currency-fields';
import { EnabledMark } from './enabled-mark';
import { SettingsFrame } from './settings-frame';

const COLUMNS: readonly ListColumn<Currency>[] = [
  { id: 'code', title: t('currencies.code'), cell: ({ code }) => code, sort: 'code' },
  { id: 'title', title: t('currencies.name'), cell: ({ title }) => title, sort: 'title' },
  { id: 'example', title: t('currencies.example'), cell: (currency) => moneyText(1234.5, currency), isNumber: true },
  { id: 'rate', title: t('currencies.rate'), cell: ({ exchange_rate }) => String(exchange_rate), isNumber: true },
  {
    id: 'state',
    title: t('settings.state'),
    cell: ({ enabled, default: isDefault }) =>
      isDefault ? <Mark tone="good">{t('currencies.is-default')}</Mark> : <EnabledMark enabled={enabled} />,
  },
];

/** The currencies of the shop. */
export function Page(): ReactNode {
  return (
    <SettingsFrame section="/settings/currencies" create="currencies.new">
      <List
        path="/v1/currencies"
        columns={COLUMNS}
        sort={{ sort: 'code', order: 'asc' }}
        pageOf={({ id }) => `/settings/currencies/${id}`}
        empty={<Empty title={t('currencies.none')} next={t('currencies.none.next')} />}
      />
    </SettingsFrame>
  );
}
