import { type ReactNode } from 'react';
import { t } from '../../shared/text/text';
import { PageTabs } from '../../shared/ui/page-tabs';

const PAGES = [
  { title: t('products.title'), path: '/catalog' },
  { title: t('categories.title'), path: '/catalog/categories' },
  { title: t('brands.title'), path: '/catalog/brands' },
  { title: t('collections.title'), path: '/catalog/collections' },
];

/** The lists of the catalog. */
export function CatalogTabs(): ReactNode {
  return <PageTabs label={t('catalog.title')} pages={PAGES} />;
}
