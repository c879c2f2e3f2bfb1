import { type ReactNode } from 'react';
import { store } from '../../shared/api/store';
import { usePriceTaxText } from '../../shared/api/use-price-tax';
import { slugOf } from '../../shared/format/slug';
import { t } from '../../shared/text/text';
import { formBody } from '../../shared/ui/form-field';
import { Page as Frame } from '../../shared/ui/page';
import { NewRecord } from '../../shared/ui/record-section';
import { methodFields, NEW_METHOD } from './shipping-fields';

/** Makes a shipping method. */
export function Page(): ReactNode {
  const priceTax = usePriceTaxText();
  return (
    <Frame title={t('methods.new')} under={{ title: t('methods.title'), path: '/settings/shipping' }}>
      <NewRecord
        title={t('methods.one')}
        fields={methodFields(true, priceTax)}
        from={NEW_METHOD}
        done={t('methods.made')}
        submit={t('methods.make')}
        save={async (values) => {
          const slug = String(values['slug']) || slugOf(String(values['title']));
          await store.POST('/v1/shipping', { body: formBody({ ...values, slug }) });
          return '/settings/shipping';
        }}
      />
    </Frame>
  );
}
