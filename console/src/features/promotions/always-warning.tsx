import { Group, Stack, Text } from '@mantine/core';
import { type ReactNode } from 'react';
import { t } from '../../shared/text/text';
import { ifMatch, queries, store } from '../../shared/api/store';
import { ConfirmButton } from '../../shared/ui/confirm';
import { useChange } from '../../shared/ui/use-change';
import { Warning } from '../../shared/ui/warning';
import { NewTabLink } from './new-tab-link';
import { type Always } from './other-offers';
import { readingPromotion } from './reading-promotion';

/** Promotions that are named, each with its button. */
const NAMED = 5;

/** Says that "not with other promotions" keeps some of them out only, and offers to change those that apply all the same. */
export function AlwaysWarning({ beside }: { readonly beside: readonly Always[] }): ReactNode {
  return (
    <Warning title={t('offers.alone.less', { count: beside.length })}>
      <Stack gap="xs">
        <Text size="sm">{t('offers.alone.less.help', { count: beside.length })}</Text>
        {beside.slice(0, NAMED).map((it) => (
          <Group key={it.id} gap="sm">
            <NewTabLink to={`/promotions/${it.id}`}>{it.title}</NewTabLink>
            <NoLongerAlways promotion={it} />
          </Group>
        ))}
        {beside.length > NAMED && <Text size="sm">{t('offers.alone.more', { count: beside.length - NAMED })}</Text>}
      </Stack>
    </Warning>
  );
}

function NoLongerAlways({ promotion: { id, title } }: { readonly promotion: Always }): ReactNode {
  const change = useChange(
    async () => {
      const { tag } = await queries.fetchQuery({ ...readingPromotion(id), staleTime: 0 });
      await store.PUT('/v1/promotions/cart/{promotion_id}', {
        params: { path: { promotion_id: id } },
        body: { persistent: '0' },
        headers: ifMatch(tag),
      });
    },
    t('offers.alone.out.done', { title }),
  );
  return (
    <ConfirmButton
      label={t('offers.alone.out', { title })}
      question={t('offers.alone.out.question', { title })}
      change={change}
      isDangerous={false}
    />
  );
}
