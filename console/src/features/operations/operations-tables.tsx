import { type components } from '@storekeeper/client';
import { type ReactNode } from 'react';
import { durationText } from '../../shared/format/times';
import { region } from '../../shared/text/locale';
import { t, word } from '../../shared/text/text';
import { Empty, Section } from '../../shared/ui/page';
import { Mark, Time } from '../../shared/ui/values';

type Operations = components['schemas']['OperationsRecord'];

/** A heartbeat is written every two seconds; after three the worker is taken for dead. */
const SILENT_S = 6;

interface Column<T> {
  readonly title: string;
  readonly cell: (row: T) => ReactNode;
  readonly isNumber?: boolean;
}

/** Rows that are no pages of the API. */
function Rows<T>({
  rows,
  columns,
}: {
  readonly rows: readonly T[];
  readonly columns: readonly Column<T>[];
}): ReactNode {
  return (
    <table className="table list">
      <thead>
        <tr>
          {columns.map(({ title, isNumber }) => (
            <th key={title} data-number={isNumber}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={at}>
            {columns.map(({ title, cell, isNumber }) => (
              <td key={title} data-label={title} data-number={isNumber}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const countText = (value: number): string => value.toLocaleString(region());

/** Workers with their heartbeats. */
export function Workers({ of: workers }: { readonly of: Operations['workers'] }): ReactNode {
  return (
    <Section title={t('operations.workers')} help={t('operations.workers.help')}>
      {workers.length === 0 ? (
        <Empty title={t('operations.no-workers')} next={t('operations.no-workers.next')} />
      ) : (
        <Rows
          rows={workers}
          columns={[
            { title: t('operations.worker'), cell: ({ id }) => word('worker-name', id) },
            {
              title: t('operations.heartbeat'),
              cell: ({ heartbeat_age: age }) =>
                age === null ? (
                  <Mark tone="good">{t('operations.here')}</Mark>
                ) : (
                  <Mark tone={age > SILENT_S ? 'bad' : 'good'}>
                    {t('operations.heartbeat.ago', { time: durationText(age * 1000) })}
                  </Mark>
                ),
            },
          ]}
        />
      )}
    </Section>
  );
}

/** Consumers of the feed with their lag. */
export function Consumers({ of: consumers }: { readonly of: Operations['consumers'] }): ReactNode {
  return (
    <Section title={t('operations.consumers')} help={t('operations.consumers.help')}>
      {consumers.length === 0 ? (
        <Empty title={t('operations.no-consumers')} next={t('operations.no-consumers.next')} />
      ) : (
        <Rows
          rows={consumers}
          columns={[
            { title: t('operations.consumer'), cell: ({ name }) => name },
            { title: t('operations.read-to'), cell: ({ position }) => countText(position), isNumber: true },
            { title: t('operations.lag'), cell: ({ lag }) => countText(lag), isNumber: true },
          ]}
        />
      )}
    </Section>
  );
}

/** Jobs that wait or run. */
export function Jobs({ of: jobs }: { readonly of: Operations['jobs'] }): ReactNode {
  return (
    <Section title={t('operations.jobs')} help={t('operations.jobs.help')}>
      {jobs.length === 0 ? (
        <Empty title={t('operations.no-jobs')} />
      ) : (
        <Rows
          rows={jobs}
          columns={[
            { title: t('operations.kind'), cell: ({ kind }) => word('job-kind', kind) },
            { title: t('orders.status'), cell: ({ state }) => <Mark tone="busy">{word('job-state', state)}</Mark> },
            {
              title: t('operations.progress'),
              cell: ({ done, total }) =>
                total === null ? countText(done) : `${countText(done)} / ${countText(total)}`,
              isNumber: true,
            },
            { title: t('operations.failed'), cell: ({ failed }) => countText(failed), isNumber: true },
            { title: t('orders.created'), cell: ({ created_at }) => <Time value={created_at} exact /> },
          ]}
        />
      )}
    </Section>
  );
}

/** Returns in words how long rows are kept. Rows without a time are removed once they are processed. */
function keptText(seconds: number | null): string {
  if (seconds === null) return t('operations.kept.needed');
  if (seconds === 0) return t('operations.kept.not');
  if (seconds % 86_400 === 0) return t('operations.kept.days', { count: seconds / 86_400 });
  if (seconds % 3_600 === 0) return t('operations.kept.hours', { count: seconds / 3_600 });
  return t('operations.kept.seconds', { count: seconds });
}

/** The last runs of retention. */
export function Retention({ of: runs }: { readonly of: Operations['retention'] }): ReactNode {
  return (
    <Section title={t('operations.retention')} help={t('operations.retention.help')}>
      {runs.length === 0 ? (
        <Empty title={t('operations.no-retention')} />
      ) : (
        <Rows
          rows={runs}
          columns={[
            { title: t('operations.rows'), cell: ({ kind }) => word('retention', kind) },
            {
              title: t('operations.kept'),
              cell: ({ keeps_s }) => keptText(keeps_s),
            },
            {
              title: t('operations.success'),
              cell: ({ last_success_at: at }) => (at === null ? t('operations.not-yet') : <Time value={at} exact />),
            },
            {
              title: t('operations.failure'),
              cell: ({ last_failure_at: at }) => (at === null ? t('operations.never') : <Time value={at} exact />),
            },
            { title: t('operations.removed'), cell: ({ removed }) => countText(removed), isNumber: true },
          ]}
        />
      )}
    </Section>
  );
}
