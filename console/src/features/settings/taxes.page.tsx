import { type ReactNode } from 'react';
import { percentText } from '../../shared/format/percent';
import { t } from '../../shared/text/text';
import { List } from '../../shared/ui/list-page';
import { type ListColumn } from '../../shared/ui/list-table';
import { Empty } from '../../shared/ui/page';
import { Mark } from '../../shared/ui/values';
import { SettingsFrame } from './settings-frame';
import { type TaxBand } from './tax-fields';

const COLUMNS: readonly ListColumn<TaxBand>[] = [
  { id: 'title', title: t('taxes.name'), cell: ({ title }) => title, sort: 'title' },
  { id: 'rate', title: t('taxes.rate'), cell: ({ rate }) => percentText(rate), isNumber: true },
  {
    id: 'default',
    title: t('settings.state'),
    cell: ({ default: isDefault }) => isDefault && <Mark tone="good">{t('taxes.is-default')}</Mark>,
  },
  { id: 'description', title: t('settings.description'), cell: ({ description }) => description },
];

/** The tax bands of the shop. */
export function Page(): ReactNode {
  return (
    <SettingsFrame section="/settings/taxes" create="taxes.new">
      <List
        path="/v1/taxes"
        columns={COLUMNS}
        sort={{ sort: 'title', order: 'asc' }}
        pageOf={({ id }) => `/settings/taxes/${id}`}
        empty={<Empty title={t('taxes.none')} next={t('taxes.none.next')} />}
      />
    </SettingsFrame>
  );
}
