import { type ReactNode } from 'react';
import { useMay } from '../../shared/api/session';
import { t, word } from '../../shared/text/text';
import { List } from '../../shared/ui/list-page';
import { type ListFilter } from '../../shared/ui/list-query';
import { type ListColumn } from '../../shared/ui/list-table';
import { Empty, Page as Frame } from '../../shared/ui/page';
import { Mark, Time } from '../../shared/ui/values';
import { CatalogTabs } from './catalog-tabs';
import { NewShelf, NewShelfButton } from './new-shelf';
import { PUBLICATIONS } from './product';
import { type Shelf, type ShelfKind, shelfText } from './shelf';

const COLUMNS: readonly ListColumn<Shelf>[] = [
  { id: 'title', title: t('catalog.name'), cell: ({ title }) => title, text: ({ title }) => title, sort: 'title' },
  { id: 'slug', title: t('products.slug'), cell: ({ slug }) => slug, text: ({ slug }) => slug },
  {
    id: 'status',
    title: t('products.status'),
    cell: ({ status }) => <PublicationMark status={status} />,
    text: ({ status }) => word('publication', status.data.key),
  },
  {
    id: 'updated_at',
    title: t('catalog.changed'),
    cell: ({ updated_at }) => <Time value={updated_at} />,
    text: ({ updated_at }) => updated_at,
    sort: 'updated_at',
  },
  { id: 'id', title: t('catalog.id'), cell: ({ id }) => id, text: ({ id }) => id, isExtra: true },
];

const FILTERS: readonly ListFilter[] = [
  { name: 'status', label: t('products.status'), kind: 'choice', options: PUBLICATIONS },
];

/** Whether a record is shown to shoppers. */
export function PublicationMark({ status: { data } }: Pick<Shelf, 'status'>): ReactNode {
  return <Mark tone={data.key === '1' ? 'good' : 'plain'}>{word('publication', data.key)}</Mark>;
}

/** Says that there is none of a kind yet, and the next step. */
export function NoShelves({ kind }: { readonly kind: ShelfKind }): ReactNode {
  const may = useMay();
  const next = may('products:write') ? shelfText(kind, 'none.next') : t('catalog.none.reader');
  return <Empty title={shelfText(kind, 'none')} next={next} />;
}

/** The list of brands, or of collections. */
export function ShelfList({ kind }: { readonly kind: 'brands' | 'collections' }): ReactNode {
  return (
    <Frame title={shelfText(kind, 'title')} actions={<NewShelfButton kind={kind} />}>
      <CatalogTabs />
      <NewShelf kind={kind} />
      <List
        path={`/v1/${kind}`}
        columns={COLUMNS}
        filters={FILTERS}
        sort={{ sort: 'title', order: 'asc' }}
        pageOf={({ id }) => `/catalog/${kind}/${id}`}
        csv={kind}
        empty={<NoShelves kind={kind} />}
      />
    </Frame>
  );
}
