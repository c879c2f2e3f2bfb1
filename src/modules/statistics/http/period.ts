import { applyDecorators } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import { ValidationFailed } from '../../../kernel/errors';
import { INSTANT_FORM, isDay, parseInstant } from '../../../kernel/times/instant';
import { type Interval, INTERVALS, LONGEST } from '../domain/interval';
import { MAX_DAYS, type Period, type Timeframe, TIMEFRAMES } from '../domain/window';
import { type StoreDays } from '../store-days';

const TIMEFRAME_KEYS = Object.keys(TIMEFRAMES) as Timeframe[];

/** Fields of a query that name a period, as they came. */
export type PeriodQuery = Readonly<Record<string, unknown>>;

/** Reads the period of a query. @throws ValidationFailed naming timeframe, from or to */
export function readPeriod(query: PeriodQuery, days: StoreDays): Period {
  const [from, to] = [dayOfField(query, 'from', days), dayOfField(query, 'to', days)];
  return { timeframe: timeframeOf(query['timeframe']), from, to };
}

function timeframeOf(raw: unknown): Timeframe | undefined {
  if (raw === undefined || raw === '') return undefined;
  const timeframe = TIMEFRAME_KEYS.find((key) => key === raw);
  if (timeframe === undefined) throw ValidationFailed.of('timeframe', `must be one of ${TIMEFRAME_KEYS.join(', ')}`);
  return timeframe;
}

/** Reads how days are put together; left out: not at all. @throws ValidationFailed naming by */
export function readInterval(raw: unknown): Interval {
  if (raw === undefined || raw === '') return 'day';
  const interval = INTERVALS.find((key) => key === raw);
  if (interval === undefined) throw ValidationFailed.of('by', `must be one of ${INTERVALS.join(', ')}`);
  return interval;
}

function dayOfField(query: PeriodQuery, field: string, days: StoreDays): string | undefined {
  const raw = query[field];
  if (raw === undefined || raw === '') return undefined;
  const text = typeof raw === 'string' ? raw.trim() : '';
  if (isDay(text)) return text;
  const instant = parseInstant(text);
  const day = instant && days.of(instant);
  // An offset may lead out of the years of four digits.
  if (day === undefined || !isDay(day)) {
    throw ValidationFailed.of(field, `must be a day such as 2026-03-31 or ${INSTANT_FORM}`);
  }
  return day;
}

const day = (name: string, description: string): MethodDecorator =>
  ApiQuery({ name, required: false, description, schema: { type: 'string', example: '2026-01-31' } });

const ZONE = 'in the time zone of the store (`STORE_TIME_ZONE`). A time stands for its day there.';
const MOST = `A period has at most ${MAX_DAYS} days; results of promotions take ${LONGEST.week} with \`by\` week, ${LONGEST.month} with \`by\` month.`;
const WINDOW = [
  day('from', `First day, ${ZONE} Default: 29 days before \`to\`. ${MOST}`),
  day('to', `Last day, ${ZONE} Default: today.`),
];

/** Documents the fields that {@link readPeriod} reads. */
export const TakesPeriod = (): MethodDecorator =>
  applyDecorators(
    ...WINDOW,
    ApiQuery({
      name: 'timeframe',
      required: false,
      description: 'Instead of `from`: the number of days that end with `to`. `24hours` is one day.',
      schema: { type: 'string', enum: TIMEFRAME_KEYS },
    }),
  );

/** Documents a window and {@link readInterval}. */
export const TakesInterval = (): MethodDecorator =>
  applyDecorators(
    ...WINDOW,
    ApiQuery({
      name: 'by',
      required: false,
      description: 'Length of the intervals. Default: `day`. Weeks begin on Monday.',
      schema: { type: 'string', enum: [...INTERVALS] },
    }),
  );
