import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useComputedColorScheme } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { shortDay } from '../format/times';
import { t } from '../text/text';

/** A chart of figures by day. Give it the same arrays as long as the figures are the same: it is drawn anew for others. */
export interface DayChartProps {
  /** Says what the chart shows. */
  readonly label: string;
  readonly days: readonly ({ readonly day: string } & Readonly<Record<string, number | string>>)[];
  /** The figures of a day that are drawn; `color` is a custom property of the style sheet. */
  readonly series: readonly { readonly name: string; readonly label: string; readonly color: `--${string}` }[];
  readonly format: (value: number) => string;
  readonly kind?: 'area' | 'bar';
  /** Names a point of the time axis; default: a day. The same function as long as the points are the same. */
  readonly point?: (at: string) => string;
}

const HEIGHT = 220;
/** Pixels of the longest amounts beside the axis. */
const AXIS_WIDTH = 84;
/** Pixels right of the last point: half of its name below the axis. */
const AFTER_LAST = 36;

/** A {@link DayChartProps} by uPlot. */
export default function UPlot({ days, series, format, kind = 'area', point = shortDay }: DayChartProps): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme('light');
  useEffect(() => {
    const parent = place.current;
    if (parent === null) return undefined;
    const plot = new uPlot(
      optionsOf({ days, series, format, kind, point }, parent),
      [days.map((_, at) => at), ...series.map(({ name }) => days.map((day) => Number(day[name] ?? 0)))],
      parent,
    );
    const watch = new ResizeObserver(() => plot.setSize({ width: parent.clientWidth, height: HEIGHT }));
    watch.observe(parent);
    return () => {
      watch.disconnect();
      plot.destroy();
    };
    // The colours are read from the page, whose scheme may change.
  }, [days, series, format, kind, point, scheme]);
  return <div ref={place} aria-hidden="true" />;
}

function optionsOf(
  { days, series, format, kind, point }: Required<Omit<DayChartProps, 'label'>>,
  place: HTMLElement,
): uPlot.Options {
  const style = getComputedStyle(place);
  const color = (name: string): string => style.getPropertyValue(name).trim();
  const dayAt = (at: number): string => (Number.isInteger(at) && days[at] ? point(days[at].day) : '');
  // While nothing is pointed at, the legend tells of the last day.
  const last = days.length - 1;
  const axis = { stroke: color('--mantine-color-dimmed'), grid: { stroke: color('--line'), width: 1 } };
  const bars = kind === 'bar' ? uPlot.paths.bars?.({ size: [0.7, 40] }) : undefined;
  return {
    width: place.clientWidth,
    height: HEIGHT,
    padding: [null, AFTER_LAST, null, null],
    cursor: { drag: { x: false, y: false } },
    scales: { x: { time: false }, y: { range: (_, low, high) => [Math.min(0, low), high > 0 ? high * 1.05 : 1] } },
    axes: [
      { ...axis, values: (_, marks) => marks.map(dayAt), space: 70 },
      { ...axis, values: (_, marks) => marks.map(format), size: AXIS_WIDTH },
    ],
    series: [
      {
        label: t(point === shortDay ? 'chart.day' : 'chart.time'),
        value: (_, at: number | null) => dayAt(at ?? last),
      },
      ...series.map(({ name: figure, label, color: name }) => ({
        label,
        stroke: color(name),
        width: 2,
        ...(kind === 'bar' ? { fill: color(name) } : {}),
        ...(bars === undefined ? {} : { paths: bars }),
        points: { show: false },
        value: (_: uPlot, value: number | null) => format(value ?? Number(days[last]?.[figure] ?? 0)),
      })),
    ],
  };
}
