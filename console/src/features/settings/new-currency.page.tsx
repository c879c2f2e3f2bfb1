import { type ReactNode, useState } from 'react';
import { store } from '../../shared/api/store';
import { t } from '../../shared/text/text';
import { formBody } from '../../shared/ui/form-field';
import { Page as Frame } from '../../shared/ui/page';
import { NewRecord } from '../../shared/ui/record-section';
import { toast } from '../../shared/ui/toasts';
import { currencyFields, NEW_CURRENCY } from './currency-fields';
import { CurrencyPreview } from './currency-preview';
import { OLD_RATE, useOldDefault } from './old-default';

const FIELDS = currencyFields();

/** Makes a currency. */
export function Page(): ReactNode {
  const [typed, setTyped] = useState(NEW_CURRENCY);
  const old = useOldDefault(typed);
  return (
    <Frame title={t('currencies.new')} under={{ title: t('currencies.title'), path: '/settings/currencies' }}>
      <CurrencyPreview values={typed} />
      <NewRecord
        title={t('currencies.one')}
        fields={[...FIELDS, ...old.fields]}
        from={NEW_CURRENCY}
        onValues={setTyped}
        done={t('currencies.made')}
        submit={t('currencies.make')}
        save={async ({ [OLD_RATE]: rate, ...values }) => {
          const { data } = await store.POST('/v1/currencies', { body: formBody(values) });
          await old.keep(rate);
          for (const warning of data?.warnings ?? []) toast(warning);
          return '/settings/currencies';
        }}
      />
    </Frame>
  );
}
