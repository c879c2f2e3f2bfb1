import { type ReactNode } from 'react';
import { store } from '../../shared/api/store';
import { t } from '../../shared/text/text';
import { useParameter } from '../../shared/ui/address';
import { formBody } from '../../shared/ui/form-field';
import { SettingPage } from './setting-page';
import { readingTax, taxFields, taxValues } from './tax-fields';

const FIELDS = taxFields();
const LIST = { title: t('taxes.title'), path: '/settings/taxes' };

/** One tax band. */
export function Page(): ReactNode {
  const id = useParameter('taxId');
  const params = { path: { tax_id: id } };
  return (
    <SettingPage
      title={t('taxes.one')}
      list={LIST}
      nameOf={({ title }) => title}
      reading={readingTax(id)}
      fields={FIELDS}
      values={taxValues}
      save={(changed, headers) => store.PUT('/v1/taxes/{tax_id}', { params, body: formBody(changed), headers })}
      question={t('taxes.remove.question')}
      remove={() => store.DELETE('/v1/taxes/{tax_id}', { params })}
    />
  );
}
