import { Skeleton, VisuallyHidden } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import { loadWhenReachable } from '../api/connection';
import { dayText } from '../format/times';
import { t } from '../text/text';
import { type DayChartProps } from './u-plot';

const Chart = lazy(() => loadWhenReachable(() => import('./u-plot')));

/** Draws figures by day, with a table for those who do not see it. The chart library is loaded when one is first shown. */
export function DayChart(props: DayChartProps): ReactNode {
  const { label, days, series, format, point = dayText } = props;
  return (
    <figure className="chart" aria-label={label}>
      <Suspense fallback={<Skeleton height={260} aria-busy="true" />}>
        <Chart {...props} />
      </Suspense>
      <VisuallyHidden>
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th>{t('chart.day')}</th>
              {series.map((it) => (
                <th key={it.name}>{it.label}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.day}>
                <th>{point(day.day)}</th>
                {series.map(({ name }) => (
                  <td key={name}>{format(Number(day[name] ?? 0))}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  );
}
