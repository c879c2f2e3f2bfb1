import { type ItemOf } from '@storekeeper/client';
import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { chargedPrice, useMay } from '../../shared/api/session';
import { region } from '../../shared/text/locale';
import { t, word } from '../../shared/text/text';
import { type Choices } from '../../shared/api/choices';
import { List } from '../../shared/ui/list-page';
import { type ListFilter } from '../../shared/ui/list-query';
import { type ListColumn } from '../../shared/ui/list-table';
import { Empty, Page as Frame, PageLink } from '../../shared/ui/page';
import { Mark, Missing, Time } from '../../shared/ui/values';
import { CatalogTabs } from './catalog-tabs';
import { useCategoryChoices } from './category-choices';
import { Picture } from './picture';
import { Price } from './price';
import { imagesOf, PUBLICATIONS, STOCK_STATUSES, stockOf } from './product';

type Row = ItemOf<'/v1/products'>;

const COLUMNS: readonly ListColumn<Row>[] = [
  {
    id: 'title',
    title: t('products.one'),
    cell: (product) => (
      <Group component="span" gap="xs" wrap="nowrap">
        <Picture of={imagesOf(product)[0]} size={36} />
        <span className="breaks" dir="auto">
          {product.title}
        </span>
      </Group>
    ),
    text: ({ title }) => title,
    sort: 'title',
  },
  { id: 'sku', title: t('products.sku'), cell: ({ sku }) => sku, text: ({ sku }) => sku, sort: 'sku' },
  {
    id: 'status',
    title: t('products.status'),
    cell: ({ status }) => (
      <Mark tone={status.data.key === '1' ? 'good' : 'plain'}>{word('publication', status.data.key)}</Mark>
    ),
    text: ({ status }) => word('publication', status.data.key),
  },
  {
    id: 'price',
    title: t('products.price'),
    cell: (product) => <Price of={product} />,
    text: (product) => String(chargedPrice(product)),
    sort: 'price',
    isNumber: true,
  },
  {
    id: 'stock_level',
    title: t('products.stock_level'),
    cell: ({ stock_level }) => stock_level.toLocaleString(region()),
    text: ({ stock_level }) => String(stock_level),
    isNumber: true,
  },
  {
    id: 'stock_status',
    title: t('products.stock_status'),
    cell: (product) => <Mark tone={stockOf(product).tone}>{stockOf(product).text}</Mark>,
    text: (product) => stockOf(product).text,
  },
  {
    id: 'category',
    title: t('products.category'),
    cell: ({ category }) => category?.value ?? <Missing />,
    text: ({ category }) => category?.value ?? '',
  },
  {
    id: 'brand',
    title: t('products.brand'),
    cell: ({ brand }) => brand?.value ?? <Missing />,
    text: ({ brand }) => brand?.value ?? '',
  },
  {
    id: 'collection',
    title: t('products.collection'),
    cell: ({ collection }) => collection?.value ?? <Missing />,
    text: ({ collection }) => collection?.value ?? '',
    isExtra: true,
  },
  {
    id: 'tax_band',
    title: t('products.tax_band'),
    cell: ({ tax_band }) => tax_band?.value ?? <Missing />,
    text: ({ tax_band }) => tax_band?.value ?? '',
    isExtra: true,
  },
  {
    id: 'updated_at',
    title: t('catalog.changed'),
    cell: ({ updated_at }) => <Time value={updated_at} />,
    text: ({ updated_at }) => updated_at,
    sort: 'updated_at',
    isExtra: true,
  },
  { id: 'id', title: t('catalog.id'), cell: ({ id }) => id, text: ({ id }) => id, isExtra: true },
];

const filtersOf = (categories: Choices): readonly ListFilter[] => [
  { name: 'id', label: t('products.find'), kind: 'choice', source: 'products' },
  { name: 'status', label: t('products.status'), kind: 'choice', options: PUBLICATIONS },
  { name: 'stock_status', label: t('products.stock_status'), kind: 'choice', options: STOCK_STATUSES },
  { name: 'stock_level', label: t('products.stock_level'), kind: 'text' },
  { name: 'category', label: t('products.category'), kind: 'choice', isSearched: true, options: categories },
  { name: 'brand', label: t('products.brand'), kind: 'choice', source: 'brands' },
  { name: 'collection', label: t('products.collection'), kind: 'choice', source: 'collections' },
];

/** The list of products. */
export function Page(): ReactNode {
  const may = useMay();
  const categories = useCategoryChoices();
  const filters = useMemo(() => filtersOf(categories), [categories]);
  return (
    <Frame
      title={t('products.title')}
      actions={
        may('products:write') && (
          <Button component={Link} to="/catalog/products/new" size="sm">
            {t('products.new')}
          </Button>
        )
      }
    >
      <CatalogTabs />
      <List
        path="/v1/products"
        columns={COLUMNS}
        filters={filters}
        sort={{ sort: 'title', order: 'asc' }}
        pageOf={({ id }) => `/catalog/products/${id}`}
        csv="products"
        empty={<NoProducts />}
      />
    </Frame>
  );
}

function NoProducts(): ReactNode {
  const may = useMay();
  return (
    <Empty
      title={t('products.none')}
      next={
        may('products:write') ? (
          <PageLink to="/catalog/products/new">{t('products.none.next')}</PageLink>
        ) : (
          t('catalog.none.reader')
        )
      }
    />
  );
}
