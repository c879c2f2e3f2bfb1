import { Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { store } from '../../shared/api/store';
import { usePriceTaxText } from '../../shared/api/use-price-tax';
import { t } from '../../shared/text/text';
import { formBody } from '../../shared/ui/form-field';
import { Page as Frame, Section } from '../../shared/ui/page';
import { RecordForm } from '../../shared/ui/record-form';
import { NEW_PRODUCT, productFields } from './product-fields';
import { withSlug } from './slug';
import { useCategoryChoices } from './category-choices';

/** Makes a product. Its page, where its pictures are added, follows. */
export function Page(): ReactNode {
  const navigate = useNavigate();
  const categories = useCategoryChoices();
  const priceTax = usePriceTaxText();
  const [from] = useState(() => ({ record: NEW_PRODUCT, tag: undefined }));
  return (
    <Frame title={t('products.new')} under={{ title: t('products.title'), path: '/catalog' }}>
      <Section title={t('products.form')}>
        <Text size="sm" c="dimmed" mb="sm">
          {t('products.new.help')}
        </Text>
        <RecordForm
          fields={productFields(categories, priceTax)}
          from={from}
          done={t('products.made')}
          submit={t('products.make')}
          save={async (changed) => {
            const { data } = await store.POST('/v1/products', {
              body: formBody(withSlug({ ...from.record, ...changed })),
            });
            await navigate({ to: `/catalog/products/${data.result.id}`, ignoreBlocker: true });
          }}
        />
      </Section>
    </Frame>
  );
}
