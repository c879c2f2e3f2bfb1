import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { queries, store } from '../../shared/api/store';
import { clockText } from '../../shared/format/times';
import { t } from '../../shared/text/text';
import { ErrorPanel } from '../../shared/ui/error-panel';
import { PageLink, Read, Section } from '../../shared/ui/page';
import { useChange } from '../../shared/ui/use-change';
import { Attempts } from './attempts';
import { readingDelivery } from './reading-webhook';

const EVERY_MS = 500;

interface PingProps {
  readonly webhook: string;
  readonly isDisabled?: boolean;
}

/** The test event of a webhook's page. */
export function PingSection(props: PingProps): ReactNode {
  return (
    <Section title={t('ping.title')}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('ping.help')}
        </Text>
        <Ping {...props} />
      </Stack>
    </Section>
  );
}

/** Sends a test event, and shows how the receiver answered its first attempt. */
export function Ping({ webhook: id, isDisabled = false }: PingProps): ReactNode {
  const [delivery, setDelivery] = useState<string>();
  const ping = useChange(async () => {
    const { data } = await store.POST('/v1/webhooks/{webhook_id}/ping', { params: { path: { webhook_id: id } } });
    setDelivery(data.result.id);
  });
  const { reset } = ping;
  // The next attempt may succeed: the webhook was enabled or disabled.
  useEffect(() => reset(), [isDisabled, reset]);
  return (
    <>
      <div>
        <Button
          size="sm"
          variant="default"
          disabled={isDisabled}
          loading={ping.isPending}
          onClick={() => ping.mutate(undefined)}
        >
          {t('ping.send')}
        </Button>
      </div>
      {isDisabled && <Text size="sm">{t('webhooks.enable-first')}</Text>}
      <ErrorPanel error={ping.error} />
      {delivery !== undefined && <PingAnswer webhook={id} delivery={delivery} />}
    </>
  );
}

function PingAnswer({ webhook, delivery }: { readonly webhook: string; readonly delivery: string }): ReactNode {
  const query = useQuery({
    ...readingDelivery(webhook, delivery),
    refetchInterval: ({ state: { data } }) =>
      data === undefined || (data.result.state === 'pending' && data.result.attempts.length === 0) ? EVERY_MS : false,
  });
  const isAnswered = (query.data?.result.attempts.length ?? 0) > 0;
  useEffect(() => {
    // The health and the deliveries beside it tell of the answer, too.
    if (isAnswered) void queries.invalidateQueries();
  }, [isAnswered]);
  return (
    <Read of={query} lines={2}>
      {({ result }) =>
        result.attempts.length === 0 ? (
          <Text size="sm" role="status">
            {t('ping.waiting')}
          </Text>
        ) : (
          <>
            <Attempts of={result.attempts} />
            {result.next_attempt_at !== null && (
              <Text size="sm" role="status">
                {t('ping.again', { when: clockText(result.next_attempt_at) })}{' '}
                <PageLink to={`/webhooks/${webhook}/deliveries/${delivery}`} className="link underlined">
                  {t('ping.open')}
                </PageLink>
              </Text>
            )}
          </>
        )
      }
    </Read>
  );
}
