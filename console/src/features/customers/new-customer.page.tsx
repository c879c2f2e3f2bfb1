import { type ReactNode } from 'react';
import { store } from '../../shared/api/store';
import { t } from '../../shared/text/text';
import { formBody } from '../../shared/ui/form-field';
import { Page as Frame } from '../../shared/ui/page';
import { NewRecord } from '../../shared/ui/record-section';
import { customerFields, NEW_CUSTOMER } from './customer-fields';

/** Makes a customer. */
export function Page(): ReactNode {
  return (
    <Frame title={t('customers.new')} under={{ title: t('customers.title'), path: '/customers' }}>
      <NewRecord
        title={t('customers.one')}
        fields={customerFields(true)}
        from={NEW_CUSTOMER}
        done={t('customers.made')}
        submit={t('customers.make')}
        save={async ({ password = '', ...values }) => {
          const body = formBody<never>({ ...values, ...(password === '' ? {} : { password }) });
          const { data } = await store.POST('/v1/customers', { body });
          return `/customers/${data.result.id}`;
        }}
      />
    </Frame>
  );
}
