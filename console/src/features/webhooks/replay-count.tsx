import { type components } from '@storekeeper/client';
import { Button, Group, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { reading, store } from '../../shared/api/store';
import { fieldTime, localTime, readTime } from '../../shared/format/times';
import { t } from '../../shared/text/text';
import { Read } from '../../shared/ui/page';

type Ended = components['schemas']['EndedDeliveryState'];

/** States of ended deliveries, the usual ones for a replay first. */
export const ENDED: readonly Ended[] = ['dead', 'blocked', 'cancelled', 'delivered'];
/** Also events that the webhook never got, because it was disabled. */
export const ALL = 'all';
export type Chosen = Ended | typeof ALL;

/** The deliveries that a replay sends again. */
export interface ReplayChoice {
  readonly webhook: string;
  readonly state: Chosen;
  /** As the API writes times. */
  readonly since: string;
}

/** Counts deliveries as their list does. The record is the oldest of them. */
function readingEnded(webhook: string, state: Chosen, since?: string) {
  const query = {
    state: state === ALL ? [...ENDED] : [state],
    sort: 'created_at',
    order: 'asc',
    limit: 1,
    ...(since === undefined ? {} : { since }),
  } as const;
  return reading(['/v1/webhooks', webhook, 'replay', query], (signal) =>
    store.GET('/v1/webhooks/{webhook_id}/deliveries', { params: { path: { webhook_id: webhook }, query }, signal }),
  );
}

function useCounts({ webhook, state, since }: ReplayChoice) {
  const all = useQuery({ ...readingEnded(webhook, state), placeholderData: keepPreviousData });
  const chosen = useQuery({ ...readingEnded(webhook, state, since), placeholderData: keepPreviousData });
  const data =
    all.data === undefined || chosen.data === undefined
      ? undefined
      : {
          count: chosen.data.pagination.total,
          total: all.data.pagination.total,
          oldest: readTime(all.data.result[0]?.occurred_at ?? ''),
        };
  return { data, error: all.error ?? chosen.error, refetch: () => Promise.all([all.refetch(), chosen.refetch()]) };
}

/** Says how many deliveries of that state are since the time, and offers the time that leaves none behind. */
export function ReplayCount({
  of,
  setSince,
}: {
  readonly of: ReplayChoice;
  /** Takes a time as a browser's field does. */
  readonly setSince: (time: string) => void;
}): ReactNode {
  const counts = useCounts(of);
  return (
    <Read of={counts} lines={1}>
      {({ count, total, oldest }) => (
        <Group gap="xs">
          <Text size="sm" role="status">
            {total === 0 ? t('replay.none') : t('replay.counted', { count, total })}
          </Text>
          {count < total && oldest !== undefined && (
            <Button variant="subtle" size="compact-sm" onClick={() => setSince(fieldTime(oldest))}>
              {t('replay.oldest', { time: localTime(oldest) })}
            </Button>
          )}
        </Group>
      )}
    </Read>
  );
}

/** Asks before a replay, with the number of deliveries that it sends. */
export function ReplayQuestion({ of }: { readonly of: ReplayChoice }): ReactNode {
  const counts = useCounts(of);
  return (
    <Read of={counts} lines={1}>
      {({ count, total }) => (
        <Text size="sm">
          {t('replay.question', { count, total })} {of.state === ALL && t('replay.question.missed')}
        </Text>
      )}
    </Read>
  );
}
