import { type components } from '@storekeeper/client';
import { Group, List, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useMay } from '../../shared/api/session';
import { queries, reading, store } from '../../shared/api/store';
import { t, word } from '../../shared/text/text';
import { ConfirmButton } from '../../shared/ui/confirm';
import { Section } from '../../shared/ui/page';
import { useChange } from '../../shared/ui/use-change';
import { Mark, Time } from '../../shared/ui/values';
import { backtestTone, isUnderWay } from './backtest-state';

type Job = components['schemas']['CodeJobRecord'];

const EVERY_MS = 1_000;
const SHOWN = 5;

/** The last jobs that added codes; while one is under way, with its progress. */
export function CodeJobs({ id }: { readonly id: string }): ReactNode {
  const jobs = useQuery({
    ...reading(['/v1/promotions/cart', id, 'jobs'], (signal) =>
      store.GET('/v1/promotions/cart/{promotion_id}/codes/jobs', {
        params: { path: { promotion_id: id }, query: { limit: SHOWN } },
        signal,
      }),
    ),
    refetchInterval: ({ state: { data } }) => (data?.result.some(({ state }) => isUnderWay(state)) ? EVERY_MS : false),
  });
  const done = jobs.data?.result.filter(({ state }) => !isUnderWay(state)).length;
  // The pool has grown when a job has ended.
  useEffect(() => void queries.invalidateQueries({ queryKey: ['/v1/promotions/cart/{promotion_id}/codes'] }), [done]);
  if (jobs.data === undefined || jobs.data.result.length === 0) return null;
  return (
    <Section title={t('codes.jobs')}>
      <Stack gap="sm">
        {jobs.data.result.map((job) => (
          <JobRow key={job.id} promotion={id} job={job} />
        ))}
      </Stack>
    </Section>
  );
}

function JobRow({ promotion, job }: { readonly promotion: string; readonly job: Job }): ReactNode {
  const { id, state, created_at, total, done, failed, failed_lines, error } = job;
  const may = useMay();
  const cancel = useChange(
    () =>
      store.DELETE('/v1/promotions/cart/{promotion_id}/codes/jobs/{job_id}', {
        params: { path: { promotion_id: promotion, job_id: id } },
      }),
    t('codes.cancelled'),
  );
  return (
    <Stack gap={4}>
      <Group gap="sm">
        <Mark tone={backtestTone(state)}>{word('backtest-state', state)}</Mark>
        <Time value={created_at} />
        <Text size="sm">{t('codes.done', { done, total })}</Text>
        {failed > 0 && <Text size="sm">{t('codes.failed', { count: failed })}</Text>}
        {isUnderWay(state) && may('promotions:write') && (
          <ConfirmButton label={t('backtest.cancel')} question={t('codes.cancel.question')} change={cancel} />
        )}
      </Group>
      {isUnderWay(state) && (
        <Progress value={total === 0 ? 0 : (done / total) * 100} animated aria-label={t('codes.progress')} />
      )}
      {error !== null && <Text size="sm">{error}</Text>}
      {failed_lines.length > 0 && (
        <List size="sm">
          {failed_lines.map(({ line, message }) => (
            <List.Item key={line}>{t('codes.line', { line, message })}</List.Item>
          ))}
        </List>
      )}
    </Stack>
  );
}
