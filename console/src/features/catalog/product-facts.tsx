import { type ReactNode } from 'react';
import { t } from '../../shared/text/text';
import { Section } from '../../shared/ui/page';
import { Facts, Time } from '../../shared/ui/values';
import { Price } from './price';
import { type Product } from './product';

/** A product for those who may not change it. */
export function ProductFacts({ product }: { readonly product: Product }): ReactNode {
  return (
    <Section title={t('products.form')}>
      <Facts
        of={[
          [t('products.sku'), product.sku],
          [t('products.slug'), product.slug],
          [t('products.price'), <Price key="price" of={product} />],
          [t('products.tax_band'), product.tax_band?.value],
          [t('products.stock_level'), String(product.stock_level)],
          [t('products.low_stock'), product.low_stock],
          [t('products.category'), product.category?.value],
          [t('products.brand'), product.brand?.value],
          [t('products.collection'), product.collection?.value],
          [t('products.weight'), product.weight],
          [t('products.description'), product.description],
          [t('catalog.changed'), <Time key="changed" value={product.updated_at} exact />],
        ]}
      />
    </Section>
  );
}
