import { type ReactNode } from 'react';
import { store } from '../../shared/api/store';
import { t } from '../../shared/text/text';
import { formBody } from '../../shared/ui/form-field';
import { Page as Frame } from '../../shared/ui/page';
import { NewRecord } from '../../shared/ui/record-section';
import { NEW_TAX, taxFields } from './tax-fields';

const FIELDS = taxFields();

/** Makes a tax band. */
export function Page(): ReactNode {
  return (
    <Frame title={t('taxes.new')} under={{ title: t('taxes.title'), path: '/settings/taxes' }}>
      <NewRecord
        title={t('taxes.one')}
        fields={FIELDS}
        from={NEW_TAX}
        done={t('taxes.made')}
        submit={t('taxes.make')}
        save={async (values) => {
          await store.POST('/v1/taxes', { body: formBody(values) });
          return '/settings/taxes';
        }}
      />
    </Frame>
  );
}
