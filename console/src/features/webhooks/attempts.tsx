import { type components } from '@storekeeper/client';
import { Code, Group, Stack, Text } from '@mantine/core';
import { type ReactNode } from 'react';
import { durationText } from '../../shared/format/times';
import { t } from '../../shared/text/text';
import { DeliveryError } from '../../shared/ui/delivery-error';
import { Mark, Time, type Tone } from '../../shared/ui/values';

type Attempt = components['schemas']['AttemptRecord'];

/** Attempts of a delivery: the status, the time that it took, and the head of the answer. */
export function Attempts({ of }: { readonly of: readonly Attempt[] }): ReactNode {
  if (of.length === 0) return <Text size="sm">{t('attempts.none')}</Text>;
  return (
    <Stack component="ol" gap="sm" className="attempts">
      {of.map(({ number, started_at, duration, status, error, response }) => (
        <li key={number}>
          <Group gap="xs">
            <Text size="sm" fw={600}>
              {t('attempts.number', { number })}
            </Text>
            <Mark tone={toneOf(status)}>{status === null ? t('attempts.no-answer') : `HTTP ${status}`}</Mark>
            <Text size="sm">{durationText(duration)}</Text>
            <Text size="sm" c="dimmed">
              <Time value={started_at} exact />
            </Text>
          </Group>
          {/* If there was a response, the status above shows it. */}
          {error !== null && status === null && (
            <Text size="sm">
              <DeliveryError code={error} />
            </Text>
          )}
          {response !== null && response !== '' && <Code block>{response}</Code>}
        </li>
      ))}
    </Stack>
  );
}

function toneOf(status: number | null): Tone {
  return status !== null && status >= 200 && status < 300 ? 'good' : 'bad';
}
