import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { reading, store } from '../../shared/api/store';
import { t } from '../../shared/text/text';
import { DeliveryError } from '../../shared/ui/delivery-error';
import { PageLink } from '../../shared/ui/page';
import { Time } from '../../shared/ui/values';
import { type ReplayCounted } from './reading-replay';
import { readingWebhook } from './reading-webhook';
import { type ReplayProgress, replayProgress } from './replay-progress';
import { type Webhook } from './health';

const EVERY_MS = 2_000;

/** A replay that was made, and the webhook before it. */
export interface MadeReplay extends ReplayCounted {
  readonly before: Webhook;
  /** As the browser's clock has it. */
  readonly at: number;
}

/** Says what came of a replay, while one looks: delivered, failed again and why, still to be sent. */
export function ReplayOutcome({ of: { replayed, has_more, before, at } }: { readonly of: MadeReplay }): ReactNode {
  const webhook = useQuery({ ...readingWebhook(before.id), refetchInterval: EVERY_MS });
  const now = webhook.data !== undefined && webhook.dataUpdatedAt > at ? webhook.data.record : undefined;
  const isDisabled = now?.enabled.data.key === 0;
  const progress =
    now === undefined ? { delivered: 0, failed: 0, left: replayed } : replayProgress(replayed, before, now);
  return (
    <>
      <Text size="sm" role="status">
        {isDisabled
          ? t('replay.disabled', { count: replayed })
          : t('replay.done', { count: replayed, what: progressText(progress) })}{' '}
        {has_more && t('replay.more')}
      </Text>
      {progress.failed > 0 && !isDisabled && <WhyFailed webhook={before.id} />}
    </>
  );
}

function progressText({ delivered, failed, left }: ReplayProgress): string {
  const parts = [
    ...(delivered > 0 ? [t('replay.delivered', { count: delivered })] : []),
    ...(failed > 0 ? [t('replay.failed', { count: failed })] : []),
    ...(left > 0 ? [t('replay.left', { count: left })] : []),
  ];
  return parts.length === 0 ? t('replay.nothing') : parts.join(', ');
}

/** The pending deliveries of a webhook, the one that was tried last first. */
function readingTried(webhook: string) {
  const query = { state: ['pending' as const], sort: 'updated_at' as const, order: 'desc' as const, limit: 1 };
  return reading(['/v1/webhooks', webhook, 'tried'], (signal) =>
    store.GET('/v1/webhooks/{webhook_id}/deliveries', { params: { path: { webhook_id: webhook }, query }, signal }),
  );
}

/** The error of the last attempt, when the next one is, and the way to those that wait. */
function WhyFailed({ webhook }: { readonly webhook: string }): ReactNode {
  const tried = useQuery({ ...readingTried(webhook), refetchInterval: EVERY_MS });
  const last = tried.data?.result[0];
  if (last === undefined || last.error === null) return null;
  return (
    <Text size="sm" role="status">
      <DeliveryError code={last.error} />.{' '}
      {last.next_attempt_at !== null && (
        <>
          {t('delivery.next-at')} <Time value={last.next_attempt_at} exact />.{' '}
        </>
      )}
      <PageLink to={`/webhooks/${webhook}`} search={{ state: 'pending' }} className="link underlined">
        {t('replay.show')}
      </PageLink>
    </Text>
  );
}
