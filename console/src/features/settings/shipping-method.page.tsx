import { type ReactNode } from 'react';
import { store } from '../../shared/api/store';
import { usePriceTaxText } from '../../shared/api/use-price-tax';
import { t } from '../../shared/text/text';
import { useParameter } from '../../shared/ui/address';
import { formBody } from '../../shared/ui/form-field';
import { SettingPage } from './setting-page';
import { methodFields, methodValues, readingMethod } from './shipping-fields';

const LIST = { title: t('methods.title'), path: '/settings/shipping' };

/** One shipping method. */
export function Page(): ReactNode {
  const id = useParameter('shippingId');
  const priceTax = usePriceTaxText();
  const params = { path: { shipping_id: id } };
  return (
    <SettingPage
      title={t('methods.one')}
      list={LIST}
      nameOf={({ title }) => title}
      reading={readingMethod(id)}
      fields={methodFields(false, priceTax)}
      values={methodValues}
      save={(changed, headers) => store.PUT('/v1/shipping/{shipping_id}', { params, body: formBody(changed), headers })}
      question={t('methods.remove.question')}
      remove={() => store.DELETE('/v1/shipping/{shipping_id}', { params })}
    />
  );
}
