import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { exactTime, fieldTime, readTime } from '../../shared/format/times';
import { t } from '../../shared/text/text';
import { Read } from '../../shared/ui/page';
import { Time } from '../../shared/ui/values';
import { Ping } from './ping-section';
import { LIVE_MS } from './reading-webhook';
import { isEnded, readingEnded, readingReplayCount, type ReplayCounted, type ReplayTerms } from './reading-replay';
import { type Webhook } from './health';

/** The sentences of a count, by what is sent. */
function countedText({ state }: ReplayTerms, { replayed: count, has_more }: ReplayCounted, total: number): string {
  if (has_more) return t('replay.counted-more', { count });
  if (state === 'missed') return count === 0 ? t('replay.none-missed') : t('replay.counted-missed', { count });
  if (!isEnded(state)) return t('replay.counted-all', { count });
  return total === 0 ? t('replay.none') : t('replay.counted', { count, total: Math.max(count, total) });
}

/** Says how many a replay sends, and offers the time that leaves no delivery of that state behind. */
export function ReplayCount({
  of,
  isWatched,
  setSince,
}: {
  readonly of: ReplayTerms;
  /** Whether deliveries end while the page is open: those of a replay. */
  readonly isWatched: boolean;
  /** Takes a time as a browser's field does. */
  readonly setSince: (time: string) => void;
}): ReactNode {
  const { webhook, state } = of;
  const counted = useQuery(readingReplayCount(of));
  const ended = useQuery({
    ...readingEnded(webhook, isEnded(state) ? state : 'dead'),
    enabled: isEnded(state),
    refetchInterval: isWatched ? LIVE_MS : false,
  });
  const total = isEnded(state) ? (ended.data?.pagination.total ?? 0) : 0;
  const { refetch } = counted;
  // A replay is counted again only when its deliveries are others: their list costs less.
  useEffect(() => void refetch({ cancelRefetch: false }), [refetch, total]);
  const oldest = readTime(ended.data?.result[0]?.occurred_at ?? '');
  return (
    <Read of={counted} lines={1}>
      {({ result }) => (
        <Group gap="xs">
          <Text size="sm" role="status">
            {/* After a replay, its outcome says where they are. */}
            {!(isWatched && isEnded(state) && total === 0) && countedText(of, result, total)}
          </Text>
          {result.replayed < total && !result.has_more && oldest !== undefined && (
            <Button variant="subtle" size="compact-sm" onClick={() => setSince(fieldTime(oldest))}>
              {t('replay.oldest', { time: exactTime(oldest) })}
            </Button>
          )}
        </Group>
      )}
    </Read>
  );
}

/** Asks before a replay, with the number that it sends; of a receiver that fails now, it says so and offers a test first. */
export function ReplayQuestion({ of, to }: { readonly of: ReplayTerms; readonly to: Webhook }): ReactNode {
  return (
    <Stack gap="sm">
      <ReplaySize of={of} />
      <FailingReceiver of={to} />
    </Stack>
  );
}

/** Warns of a receiver that failed when the question was asked: a test stays in sight, however it ends. */
function FailingReceiver({ of }: { readonly of: Webhook }): ReactNode {
  const [{ id, consecutive_failures: count, failing_since }] = useState(of);
  if (count === 0) return null;
  const hasFailedSince = of.consecutive_failures > count;
  return (
    <>
      <Text size="sm" fw={600}>
        {t('replay.failing', { count })} <Time value={failing_since} />
      </Text>
      <Text size="sm" role="status" {...(hasFailedSince && { fw: 600 })}>
        {t(hasFailedSince ? 'replay.test-failed' : 'replay.test-first')}
      </Text>
      <Ping webhook={id} />
    </>
  );
}

function ReplaySize({ of }: { readonly of: ReplayTerms }): ReactNode {
  const counted = useQuery(readingReplayCount(of));
  return (
    <Read of={counted} lines={1}>
      {({ result: { replayed: count, has_more } }) => (
        <Text size="sm">
          {t(of.state === 'missed' ? 'replay.question-missed' : 'replay.question', { count })}{' '}
          {has_more && t('replay.question-more')}
        </Text>
      )}
    </Read>
  );
}
