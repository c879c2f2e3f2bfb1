import { type components } from '@storekeeper/client';
import { Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { reading, store } from '../../shared/api/store';
import { apiTime, dayAgo } from '../../shared/format/times';
import { t, word } from '../../shared/text/text';
import { ConfirmButton } from '../../shared/ui/confirm';
import { Read } from '../../shared/ui/page';
import { useChange } from '../../shared/ui/use-change';

type Ended = components['schemas']['EndedDeliveryState'];

const ENDED: readonly Ended[] = ['dead', 'blocked', 'cancelled', 'delivered'];
/** Also events that it never got, because it was disabled. */
const ALL = 'all';
type Chosen = Ended | typeof ALL;

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Sends past events again, since a time, by how their deliveries ended. It says how many before. */
export function ReplayForm({ webhook }: { readonly webhook: string }): ReactNode {
  const [since, setSince] = useState(dayAgo);
  const [state, setState] = useState<Chosen>('dead');
  const replay = useChange(async () => {
    const { data } = await store.POST('/v1/webhooks/{webhook_id}/replay', {
      params: { path: { webhook_id: webhook } },
      body: { since: apiTime(since), ...(state === ALL ? {} : { state }) },
    });
    return data.result;
  });
  return (
    <Stack gap="xs">
      <Group align="flex-end" gap="xs">
        <TextInput
          type="datetime-local"
          label={t('replay.since', { zone: ZONE })}
          value={since}
          onChange={({ currentTarget }) => setSince(currentTarget.value)}
        />
        <Select
          label={t('replay.state')}
          data={[
            ...ENDED.map((value) => ({ value, label: word('delivery-state', value) })),
            { value: ALL, label: t('replay.all') },
          ]}
          value={state}
          allowDeselect={false}
          w={240}
          onChange={(it) => it !== null && setState(it)}
        />
        {apiTime(since) !== '' && (
          <ConfirmButton
            label={t('replay.send')}
            question={<Question webhook={webhook} since={apiTime(since)} state={state} />}
            change={replay}
            isDangerous={false}
          />
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {t(apiTime(since) === '' ? 'replay.needs-time' : 'replay.help')}
      </Text>
      {replay.data !== undefined && (
        <Text size="sm" role="status">
          {t('replay.done', { count: replay.data.replayed })} {replay.data.has_more && t('replay.more')}
        </Text>
      )}
    </Stack>
  );
}

/** How many deliveries the replay sends, counted as the list of deliveries counts them. */
function Question({
  webhook,
  since,
  state,
}: {
  readonly webhook: string;
  readonly since: string;
  readonly state: Chosen;
}): ReactNode {
  const query = { since, state: state === ALL ? [...ENDED] : [state], limit: 1 };
  const deliveries = useQuery(
    reading(['/v1/webhooks', webhook, 'replay', query], (signal) =>
      store.GET('/v1/webhooks/{webhook_id}/deliveries', {
        params: { path: { webhook_id: webhook }, query },
        signal,
      }),
    ),
  );
  return (
    <Read of={deliveries} lines={1}>
      {({ pagination: { total } }) => (
        <Text size="sm">
          {t('replay.question', { count: total })} {state === ALL && t('replay.question.missed')}
        </Text>
      )}
    </Read>
  );
}
