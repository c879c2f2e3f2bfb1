import { type ReactNode } from 'react';
import { type ItemOf } from '@storekeeper/client';
import { t } from '../../shared/text/text';
import { List } from '../../shared/ui/list-page';
import { type ListColumn } from '../../shared/ui/list-table';
import { Empty } from '../../shared/ui/page';
import { EnabledMark } from './enabled-mark';
import { SettingsFrame } from './settings-frame';

const COLUMNS: readonly ListColumn<ItemOf<'/v1/gateways'>>[] = [
  { id: 'name', title: t('gateways.name'), cell: ({ name }) => name, sort: 'name' },
  { id: 'slug', title: t('slug.label'), cell: ({ slug }) => slug, sort: 'slug' },
  { id: 'description', title: t('settings.description'), cell: ({ description }) => description },
  { id: 'state', title: t('settings.state'), cell: ({ enabled }) => <EnabledMark enabled={enabled} /> },
];

/** The payment gateways of the shop. */
export function Page(): ReactNode {
  return (
    <SettingsFrame section="/settings/gateways">
      <List
        path="/v1/gateways"
        columns={COLUMNS}
        sort={{ sort: 'name', order: 'asc' }}
        pageOf={({ slug }) => `/settings/gateways/${slug}`}
        empty={<Empty title={t('gateways.none')} next={t('gateways.none.next')} />}
      />
    </SettingsFrame>
  );
}
