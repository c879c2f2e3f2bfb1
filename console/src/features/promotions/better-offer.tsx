import { List, Text } from '@mantine/core';
import { type ReactNode } from 'react';
import { ifMatch, queries, store } from '../../shared/api/store';
import { t } from '../../shared/text/text';
import { ConfirmButton } from '../../shared/ui/confirm';
import { useChange } from '../../shared/ui/use-change';
import { type Always } from './other-offers';
import { readingPromotion } from './reading-promotion';

/** Puts promotions that always apply into one group with the promotion of the form, of which a cart gets the better one. */
export function BetterOffer({
  always,
  group,
  set,
}: {
  readonly always: readonly Always[];
  readonly group: string;
  /** Sets the group in the form. */
  readonly set: (group: string) => void;
}): ReactNode {
  const others = always.filter(({ best_of }) => best_of !== group);
  const change = useChange(async () => {
    for (const { id } of others) {
      const { tag } = await queries.fetchQuery({ ...readingPromotion(id), staleTime: 0 });
      await store.PUT('/v1/promotions/cart/{promotion_id}', {
        params: { path: { promotion_id: id } },
        body: { best_of: group },
        headers: ifMatch(tag),
      });
    }
    set(group);
  }, t('offers.better.done'));
  return (
    <ConfirmButton
      label={t('offers.better')}
      isDangerous={false}
      change={change}
      question={
        <>
          <Text size="sm">{t('offers.better.question', { group })}</Text>
          <Text size="sm" mt="xs">
            {t('offers.better.others')}
          </Text>
          <List size="sm">
            {others.map(({ id, title, best_of }) => (
              <List.Item key={id} dir="auto">
                {best_of === '' ? title : t('offers.better.leaves', { title, group: best_of })}
              </List.Item>
            ))}
          </List>
          <Text size="sm" mt="xs">
            {t('offers.better.own')}
          </Text>
        </>
      }
    />
  );
}
