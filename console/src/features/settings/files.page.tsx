import { type ItemOf } from '@storekeeper/client';
import { type ReactNode } from 'react';
import { t } from '../../shared/text/text';
import { List } from '../../shared/ui/list-page';
import { type ListColumn } from '../../shared/ui/list-table';
import { Empty, PageLink } from '../../shared/ui/page';
import { Missing, Time } from '../../shared/ui/values';
import { pixelsText, sizeText } from './file-texts';
import { SettingsFrame } from './settings-frame';

const COLUMNS: readonly ListColumn<ItemOf<'/v1/files'>>[] = [
  { id: 'name', title: t('files.name'), cell: ({ name }) => name, sort: 'name' },
  { id: 'type', title: t('files.type'), cell: ({ type }) => type },
  { id: 'size', title: t('files.size'), cell: ({ size }) => sizeText(size), sort: 'size', isNumber: true },
  { id: 'pixels', title: t('files.pixels'), cell: pixelsText },
  {
    id: 'product',
    title: t('files.product'),
    cell: ({ assign_to }) =>
      assign_to === null ? (
        <Missing />
      ) : (
        <PageLink to={`/catalog/products/${assign_to}`}>{t('files.product.open')}</PageLink>
      ),
  },
  {
    id: 'created_at',
    title: t('files.created'),
    cell: ({ created_at }) => <Time value={created_at} />,
    sort: 'created_at',
  },
];

/** The files of the shop. */
export function Page(): ReactNode {
  return (
    <SettingsFrame section="/settings/files">
      <List
        path="/v1/files"
        columns={COLUMNS}
        filters={[{ name: 'name', label: t('files.find'), kind: 'words' }]}
        sort={{ sort: 'created_at', order: 'desc' }}
        pageOf={({ id }) => `/settings/files/${id}`}
        empty={<Empty title={t('files.none')} next={t('files.none.next')} />}
      />
    </SettingsFrame>
  );
}
