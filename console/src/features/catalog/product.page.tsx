import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode } from 'react';
import { useMay } from '../../shared/api/session';
import { ifMatch, queries, store, type Versioned } from '../../shared/api/store';
import { usePriceTaxText } from '../../shared/api/use-price-tax';
import { t } from '../../shared/text/text';
import { useParameter } from '../../shared/ui/address';
import { ConfirmButton } from '../../shared/ui/confirm';
import { formBody } from '../../shared/ui/form-field';
import { Page as Frame, PageLink, Read, Section } from '../../shared/ui/page';
import { RecordForm } from '../../shared/ui/record-form';
import { useChange } from '../../shared/ui/use-change';
import { Mark } from '../../shared/ui/values';
import { Modifiers } from './modifiers';
import { type Product, stockOf } from './product';
import { ProductFacts } from './product-facts';
import { productFields, productValues } from './product-fields';
import { ProductImages } from './product-images';
import { readingProduct } from './reading-product';
import { PublicationMark } from './shelf-list';
import { useCategoryChoices } from './category-choices';

/** One product: its pictures, its form, and what shoppers choose of it. */
export function Page(): ReactNode {
  const id = useParameter('productId');
  const product = useQuery(readingProduct(id));
  const may = useMay();
  const record = product.data?.record;
  return (
    <Frame
      title={record?.title ?? t('products.one')}
      under={{ title: t('products.title'), path: '/catalog' }}
      actions={record && <Actions product={record} />}
    >
      <Read of={product} lines={12}>
        {(it) => (
          <>
            <ProductImages product={it.record} />
            {may('products:write') ? (
              <ProductForm key={id} id={id} product={it} />
            ) : (
              <ProductFacts product={it.record} />
            )}
            <Modifiers product={it.record} />
          </>
        )}
      </Read>
    </Frame>
  );
}

function ProductForm({ id, product }: { readonly id: string; readonly product: Versioned<Product> }): ReactNode {
  const categories = useCategoryChoices();
  const priceTax = usePriceTaxText();
  return (
    <Section title={t('products.form')}>
      <RecordForm
        fields={productFields(categories, priceTax, product.record)}
        from={{ record: productValues(product.record), tag: product.tag }}
        done={t('products.saved')}
        save={(changed, tag) =>
          store.PUT('/v1/products/{product_id}', {
            params: { path: { product_id: id } },
            body: formBody(changed),
            headers: ifMatch(tag),
          })
        }
        reread={async () => {
          const { record, tag } = await queries.fetchQuery({ ...readingProduct(id), staleTime: 0 });
          return { record: productValues(record), tag };
        }}
      />
    </Section>
  );
}

function Actions({ product }: { readonly product: Product }): ReactNode {
  const may = useMay();
  const navigate = useNavigate();
  const remove = useChange(async () => {
    await store.DELETE('/v1/products/{product_id}', { params: { path: { product_id: product.id } } });
    await navigate({ to: '/catalog', ignoreBlocker: true });
  }, t('products.removed'));
  const { tone, text } = stockOf(product);
  return (
    <>
      <PublicationMark status={product.status} />
      <Mark tone={tone}>{text}</Mark>
      {may('orders:read') && (
        <PageLink to="/orders" search={{ product: product.id }} size="sm">
          {t('products.orders')}
        </PageLink>
      )}
      {may('products:write') && (
        <ConfirmButton label={t('catalog.remove')} question={t('products.remove.question')} change={remove} />
      )}
    </>
  );
}
