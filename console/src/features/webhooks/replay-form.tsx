import { Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { store } from '../../shared/api/store';
import { apiTime, dayAgo } from '../../shared/format/times';
import { t, word } from '../../shared/text/text';
import { useAddress } from '../../shared/ui/address';
import { ConfirmButton } from '../../shared/ui/confirm';
import { useChange } from '../../shared/ui/use-change';
import { UNFILTERED } from './deliveries';
import { ALL, type Chosen, ENDED, ReplayCount, ReplayQuestion } from './replay-count';

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Sends past events again, since a time, by how their deliveries ended. It says how many before. */
export function ReplayForm({ webhook }: { readonly webhook: string }): ReactNode {
  const [since, setSince] = useState(dayAgo);
  const [state, setState] = useState<Chosen>('dead');
  const [, showAll] = useAddress();
  const choice = { webhook, state, since: apiTime(since) };
  const replay = useChange(async () => {
    const { data } = await store.POST('/v1/webhooks/{webhook_id}/replay', {
      params: { path: { webhook_id: webhook } },
      body: { since: choice.since, ...(state === ALL ? {} : { state }) },
    });
    showAll(UNFILTERED);
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
        {choice.since !== '' && (
          <ConfirmButton
            label={t('replay.send')}
            question={<ReplayQuestion of={choice} />}
            change={replay}
            isDangerous={false}
          />
        )}
      </Group>
      {choice.since !== '' && <ReplayCount of={choice} setSince={setSince} />}
      <Text size="sm" c="dimmed">
        {t(choice.since === '' ? 'replay.needs-time' : 'replay.help')}
      </Text>
      {replay.data !== undefined && (
        <Text size="sm" role="status">
          {t('replay.done', { count: replay.data.replayed })} {replay.data.has_more && t('replay.more')}
        </Text>
      )}
    </Stack>
  );
}
