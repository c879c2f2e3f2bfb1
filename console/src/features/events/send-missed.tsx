import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { NO_KEY, reading, store } from '../../shared/api/store';
import { t } from '../../shared/text/text';
import { ErrorPanel } from '../../shared/ui/error-panel';
import { type Untold } from '../../shared/ui/event-deliveries';
import { PageLink } from '../../shared/ui/page';
import { useChange } from '../../shared/ui/use-change';
import { Mark } from '../../shared/ui/values';
import { type StoreEvent } from './event-stream';

/** A replay of one event to a webhook that missed it; with `isDry` nothing is sent. */
function sendMissed({ id, occurred_at: since }: StoreEvent, webhook: string, isDry: boolean) {
  return store.POST('/v1/webhooks/{webhook_id}/replay', {
    params: { path: { webhook_id: webhook } },
    body: { since, event: id, state: 'missed', ...(isDry ? { dry_run: true } : {}) },
    ...(isDry ? { headers: NO_KEY } : {}),
  });
}

/** A webhook that wants an event and was not sent it, with a button that sends it. Nothing for a webhook that does not want it. */
export function SendMissed({
  event,
  webhook: { id, name, url, enabled },
}: {
  readonly event: StoreEvent;
  readonly webhook: Untold;
}): ReactNode {
  const count = useQuery(reading(['/v1/webhooks', id, 'missed', event.id], () => sendMissed(event, id, true)));
  const send = useChange(() => sendMissed(event, id, false), t('events.sent'));
  if (!count.data?.result.replayed) return <ErrorPanel error={count.error} />;
  return (
    <>
      <Group gap="xs">
        <PageLink to={`/webhooks/${id}`} size="sm">
          {name || url}
        </PageLink>
        <Mark tone="warning">{t('events.not-sent')}</Mark>
        {enabled.data.key === 1 ? (
          <Button
            size="compact-sm"
            variant="default"
            loading={send.isPending}
            onClick={() => send.mutate(undefined)}
            aria-label={t('events.send-to', { webhook: name || url })}
          >
            {t('events.send')}
          </Button>
        ) : (
          <Text size="sm" c="dimmed">
            {t('webhooks.enable-first')}
          </Text>
        )}
      </Group>
      <ErrorPanel error={send.error} />
    </>
  );
}
