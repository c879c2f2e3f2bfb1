import { type ReactNode } from 'react';
import { store } from '../../shared/api/store';
import { slugOf } from '../../shared/format/slug';
import { t } from '../../shared/text/text';
import { Page as Frame } from '../../shared/ui/page';
import { NewRecord } from '../../shared/ui/record-section';
import { groupFields } from './group-fields';

const FIELDS = groupFields(true);
const FROM = { title: '', slug: '' };

/** Makes a customer group. */
export function Page(): ReactNode {
  return (
    <Frame title={t('groups.new')} under={{ title: t('groups.title'), path: '/customers/groups' }}>
      <NewRecord
        title={t('groups.one')}
        fields={FIELDS}
        from={FROM}
        done={t('groups.made')}
        submit={t('groups.make')}
        save={async (values) => {
          const title = String(values['title']);
          const slug = String(values['slug']) || slugOf(title);
          await store.POST('/v1/customers/groups', { body: { title, slug } });
          return '/customers/groups';
        }}
      />
    </Frame>
  );
}
