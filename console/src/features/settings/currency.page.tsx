import { type ReactNode, useState } from 'react';
import { store } from '../../shared/api/store';
import { t } from '../../shared/text/text';
import { useParameter } from '../../shared/ui/address';
import { formBody, type FormValues } from '../../shared/ui/form-field';
import { Warnings } from '../../shared/ui/warning';
import { currencyFields, currencyValues, readingCurrency } from './currency-fields';
import { CurrencyPreview } from './currency-preview';
import { OLD_RATE, useOldDefault } from './old-default';
import { SettingPage } from './setting-page';

const FIELDS = currencyFields();
const LIST = { title: t('currencies.title'), path: '/settings/currencies' };

/** One currency. */
export function Page(): ReactNode {
  const id = useParameter('currencyId');
  const params = { path: { currency_id: id } };
  const [typed, setTyped] = useState<FormValues>();
  const old = useOldDefault(typed, id);
  const [warnings, setWarnings] = useState<readonly string[]>([]);
  return (
    <SettingPage
      title={t('currencies.one')}
      list={LIST}
      nameOf={({ code, title }) => `${code}, ${title}`}
      reading={readingCurrency(id)}
      fields={[...FIELDS, ...old.fields]}
      values={currencyValues}
      onValues={setTyped}
      save={async ({ [OLD_RATE]: rate, ...changed }, headers) => {
        const { data } = await store.PUT('/v1/currencies/{currency_id}', { params, body: formBody(changed), headers });
        setWarnings(data?.warnings ?? []);
        await old.keep(rate);
      }}
      question={t('currencies.remove.question')}
      remove={() => store.DELETE('/v1/currencies/{currency_id}', { params })}
    >
      <Warnings of={warnings} />
      {typed && <CurrencyPreview values={typed} />}
    </SettingPage>
  );
}
