import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { apiTime, dayAgo, fieldTime, readTime, utcTime } from '../../shared/format/times';
import { t, word } from '../../shared/text/text';
import { useAddress } from '../../shared/ui/address';
import { ConfirmButton } from '../../shared/ui/confirm';
import { useChange } from '../../shared/ui/use-change';
import { UNFILTERED } from './deliveries';
import { ALL, type Chosen, CHOICES, isEnded, sendReplay } from './reading-replay';
import { ReplayCount, ReplayQuestion } from './replay-count';
import { ReplayOutcome } from './replay-outcome';
import { type Missed } from './use-outage';
import { type Webhook } from './health';

/** Parameters of the address: the form is as it was left when a person comes back from a delivery. */
const [STATE, SINCE] = ['replay', 'replay_since'];

const labelOf = (choice: Chosen): string =>
  isEnded(choice) ? word('delivery-state', choice) : t(choice === ALL ? 'replay.all' : 'replay.missed');

/** The choice of the address; until there is one, what the webhook missed in its last outage. */
function useChoice(missed: Missed | undefined) {
  const [address, change] = useAddress();
  const [yesterday] = useState(dayAgo);
  // The text of the field; it may be no time yet.
  const [typed, setTyped] = useState<string>();
  const hasMissed = (missed?.replayed ?? 0) > 0;
  const state = CHOICES.find((one) => one === address[STATE]) ?? (hasMissed ? 'missed' : 'dead');
  const preset = (state === 'missed' ? missed?.since : undefined) ?? apiTime(yesterday);
  const since = typed === undefined ? (address[SINCE] ?? preset) : apiTime(typed);
  const time = readTime(since);
  return {
    state,
    since,
    time,
    field: typed ?? (time === undefined ? '' : fieldTime(time)),
    setState: (next: Chosen) => change({ [STATE]: next }),
    setSince: (local: string) => {
      setTyped(local);
      change({ [SINCE]: apiTime(local) || undefined });
    },
    /** Shows all deliveries, and keeps this choice: after a replay, another one would be the default. */
    keep: () => change({ ...UNFILTERED, [STATE]: state, [SINCE]: since }),
  };
}

/** Sends past events again, since a time, by how their deliveries ended. It says how many before. */
export function ReplayForm({
  webhook,
  missed,
}: {
  readonly webhook: Webhook;
  readonly missed: Missed | undefined;
}): ReactNode {
  const { id, enabled } = webhook;
  const { state, since, time, field, setState, setSince, keep } = useChoice(missed);
  const terms = { webhook: id, state, since };
  const replay = useChange(async () => {
    const { data } = await sendReplay(terms, false);
    keep();
    return { ...data.result, before: webhook, at: Date.now() };
  });
  return (
    <Stack gap="xs">
      <Group align="flex-end" gap="xs">
        <TextInput
          type="datetime-local"
          step={1}
          label={t('replay.since')}
          {...(time === undefined ? {} : { title: utcTime(time) })}
          value={field}
          onChange={({ currentTarget }) => setSince(currentTarget.value)}
        />
        <Select
          label={t('replay.state')}
          data={CHOICES.map((value) => ({ value, label: labelOf(value) }))}
          value={state}
          allowDeselect={false}
          w={240}
          onChange={(it) => it !== null && setState(it)}
        />
        {since !== '' && enabled.data.key === 1 && (
          <ConfirmButton
            label={t('replay.send')}
            question={<ReplayQuestion of={terms} to={webhook} />}
            change={replay}
            isDangerous={false}
          />
        )}
        {enabled.data.key === 0 && <Button disabled>{t('replay.send')}</Button>}
      </Group>
      {enabled.data.key === 0 && <Text size="sm">{t('webhooks.enable-first')}</Text>}
      {replay.data !== undefined && <ReplayOutcome key={replay.data.at} of={replay.data} />}
      {since !== '' && <ReplayCount of={terms} isWatched={replay.data !== undefined} setSince={setSince} />}
      <Text size="sm" c="dimmed">
        {t(since === '' ? 'replay.needs-time' : 'replay.help')}
      </Text>
    </Stack>
  );
}
