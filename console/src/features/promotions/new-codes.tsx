import { type ReactNode, useState } from 'react';
import { store } from '../../shared/api/store';
import { t } from '../../shared/text/text';
import { type FormField, type FormValues } from '../../shared/ui/form-field';
import { Section } from '../../shared/ui/page';
import { RecordForm } from '../../shared/ui/record-form';

const FIELDS: readonly FormField[] = [
  { name: 'count', label: t('codes.count'), kind: 'number', isRequired: true, help: t('codes.count.help') },
  { name: 'prefix', label: t('codes.prefix'), kind: 'text' },
  { name: 'length', label: t('codes.length'), kind: 'number' },
  { name: 'uses', label: t('codes.uses'), kind: 'number', help: t('codes.uses.help') },
  { name: 'expires', label: t('codes.expires'), kind: 'day' },
];
const EMPTY: FormValues = { count: '', prefix: '', length: '', uses: '1', expires: '' };

/** Makes codes at random: few at once, many by a job. */
export function NewCodes({ id }: { readonly id: string }): ReactNode {
  const [from] = useState({ record: EMPTY, tag: undefined });
  return (
    <Section title={t('codes.new')}>
      <RecordForm
        fields={FIELDS}
        from={from}
        submit={t('codes.make')}
        done={t('codes.made')}
        save={(changed) => {
          const given = Object.entries({ ...EMPTY, ...changed }).filter(([, value]) => value !== '');
          return store.POST('/v1/promotions/cart/{promotion_id}/codes', {
            params: { path: { promotion_id: id } },
            body: Object.fromEntries(given),
          });
        }}
      />
    </Section>
  );
}
