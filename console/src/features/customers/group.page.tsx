import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { useMay } from '../../shared/api/session';
import { store, type Versioned } from '../../shared/api/store';
import { t } from '../../shared/text/text';
import { useParameter } from '../../shared/ui/address';
import { formBody } from '../../shared/ui/form-field';
import { Page as Frame, PageLink, Read, Section } from '../../shared/ui/page';
import { ChangeForm, RemoveButton } from '../../shared/ui/record-section';
import { Facts } from '../../shared/ui/values';
import { type CustomerGroup, groupFields, groupValues, readingGroup } from './group-fields';

const FIELDS = groupFields(false);
const LIST = { title: t('groups.title'), path: '/customers/groups' };

/** One customer group. */
export function Page(): ReactNode {
  const id = useParameter('groupId');
  const group = useQuery(readingGroup(id));
  const mayWrite = useMay()('customers:write');
  return (
    <Frame
      title={group.data?.record.title ?? t('groups.one')}
      under={LIST}
      actions={
        mayWrite &&
        group.data !== undefined && (
          <RemoveButton
            question={t('groups.remove.question')}
            done={t('groups.removed')}
            list={LIST.path}
            remove={() => store.DELETE('/v1/customers/groups/{group_id}', { params: { path: { group_id: id } } })}
          />
        )
      }
    >
      <Read of={group}>
        {(version) => (
          <Section title={t('groups.one')}>
            {mayWrite ? <Change key={id} of={version} /> : <Facts of={factsOf(version.record)} />}
            <Text component="div" mt="sm">
              <PageLink to="/customers" search={{ group: id }} size="sm">
                {t('groups.show')}
              </PageLink>
            </Text>
          </Section>
        )}
      </Read>
    </Frame>
  );
}

const factsOf = ({ title, slug }: CustomerGroup): readonly (readonly [string, ReactNode])[] => [
  [t('groups.name'), title],
  [t('slug.label'), slug],
];

function Change({ of }: { readonly of: Versioned<CustomerGroup> }): ReactNode {
  const { id } = of.record;
  return (
    <ChangeForm
      of={of}
      reading={readingGroup(id)}
      fields={FIELDS}
      values={groupValues}
      done={t('groups.saved')}
      save={(changed, headers) =>
        store.PUT('/v1/customers/groups/{group_id}', {
          params: { path: { group_id: id } },
          body: formBody(changed),
          headers,
        })
      }
    />
  );
}
